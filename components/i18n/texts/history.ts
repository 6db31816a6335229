import type { Area } from "./text";

/** The list of everything that was ever asked. */
export const history = {
  "history.title": ["History", "历史", "歷史"],
  "history.list": ["Confirmations, newest first", "请求，最新在前", "請求，最新在前"],
  "history.state": ["State", "状态", "狀態"],
  "history.everyState": ["every state", "所有状态", "所有狀態"],
  "history.empty.title": ["No history yet", "还没有历史", "還沒有歷史"],
  "history.empty.text": [
    "Whatever an agent asks is kept here, with what was decided and what became of it.",
    "代理的每个请求都保存在这里，连同决定和结果。",
    "代理的每個請求都保存在這裡，連同決定和結果。",
  ],
  "history.edited": ["edited", "已修改", "已修改"],
  "history.escalation.required": ["escalation required", "需要升级", "需要升級處理"],
  "history.escalation.notified": ["escalation notified", "已通知升级", "已通知升級處理"],
  "history.escalation.acknowledged": ["escalation acknowledged", "升级已确认", "升級處理已確認"],
} as const satisfies Area;

import type { Area } from "./text";

/** The page of what admins must look at. */
export const alerts = {
  "alerts.title": ["Alerts", "警报", "警示"],
  "alerts.lead": [
    "What ended without a decision, and what else an admin must look at. It stays here until an admin acknowledges it.",
    "无人决定而结束的请求，以及管理员需要查看的其他事项。管理员确认知悉之前会一直保留在这里。",
    "無人決定而結束的請求，以及管理員需要檢視的其他事項。管理員確認知悉之前會一直保留在這裡。",
  ],
  "alerts.readOnly": ["Only an admin acknowledges.", "只有管理员可以确认知悉。", "只有管理員可以確認知悉。"],
  "alerts.notYours": [
    "Only admins and auditors see what is on this page.",
    "只有管理员和审计员可以查看此页内容。",
    "只有管理員和稽核員可以檢視此頁內容。",
  ],
  "alerts.expired": ["Expired without a decision", "已过期，无人决定", "已逾期，無人決定"],
  "alerts.expired.none": [
    "Nothing expired that nobody has looked at.",
    "没有尚未查看的过期请求。",
    "沒有尚未檢視的逾期請求。",
  ],
  "alerts.open": ["Open alerts", "未处理的警报", "未處理的警示"],
  "alerts.open.none": ["No alert is open.", "没有未处理的警报。", "沒有未處理的警示。"],
  "alerts.acknowledged": ["Acknowledged", "已知悉", "已知悉"],
  "alerts.acknowledged.none": ["Nothing was acknowledged yet.", "尚未确认知悉任何内容。", "尚未確認知悉任何內容。"],
  "alerts.more": [
    "Only the newest {n} are shown; there are more.",
    "仅显示最新的 {n} 条，还有更多。",
    "僅顯示最新的 {n} 筆，還有更多。",
  ],
  "alerts.expiredAt": ["expired {time}", "{time}过期", "{time}逾期"],
  "alerts.asks": ["asked by {agent}", "由 {agent} 提出", "由 {agent} 提出"],
  "alerts.tier.asked": ["asked", "已询问", "已詢問"],
  "alerts.tier.skipped": ["nobody could decide", "无人可决定", "無人可決定"],
  "alerts.tier.notAsked": ["not asked", "未询问", "未詢問"],
  "alerts.tiers": ["Groups", "组", "群組"],
  "alerts.everybody": ["Any reviewer could have decided.", "任何审批人都可以决定。", "任何審批人都可以決定。"],
  "alerts.kind.expired": ["expired without a decision", "已过期，无人决定", "已逾期，無人決定"],
  "alerts.kind.nobody_to_ask": ["nobody to ask", "无人可询问", "無人可詢問"],
  "alerts.kind.break_glass": ["break-glass", "紧急越权", "緊急越權"],
  "alerts.kind.policy_error": ["policy error", "策略错误", "策略錯誤"],
  "alerts.acknowledge": ["Acknowledge", "确认知悉", "確認知悉"],
  "alerts.acknowledge.what": ["Acknowledge: {kind}, {what}", "确认知悉：{kind}，{what}", "確認知悉：{kind}，{what}"],
  "alerts.working": ["Recording…", "正在记录…", "正在記錄…"],
  "alerts.done": [
    "Acknowledged, in your name. It is in the list below.",
    "已以您的名义确认知悉，可在下方列表查看。",
    "已以您的名義確認知悉，可在下方清單檢視。",
  ],
  "alerts.by": ["{name}, {time}", "{name}，{time}", "{name}，{time}"],
} as const satisfies Area;

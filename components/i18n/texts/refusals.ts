import type { Area } from "./text";

/** What each refusal's code says; the server's own sentence, with its particulars, stands beside it. */
export const refusals = {
  "refusal.invalid_json": ["This is no valid JSON.", "这不是有效的 JSON。", "這不是有效的 JSON。"],
  "refusal.duplicate_key": [
    "The same key stands twice in one object.",
    "同一个对象中有重复的键。",
    "同一個物件中有重複的鍵。",
  ],
  "refusal.too_deep": ["It nests too deep.", "嵌套层数过多。", "巢狀層數過多。"],
  "refusal.lone_surrogate": ["A text holds half a character.", "文字中含有不完整的字符。", "文字中含有不完整的字元。"],
  "refusal.too_large": ["It is too large.", "内容过大。", "內容過大。"],
  "refusal.unsupported_media_type": [
    "The server does not take this kind of content.",
    "服务器不接受此类内容。",
    "伺服器不接受此類內容。",
  ],
  "refusal.invalid_request": ["The request is not valid.", "请求无效。", "請求無效。"],
  "refusal.unauthenticated": [
    "Your session is over. Nothing was decided; sign in and try again.",
    "您的登录已失效。没有作出任何决定，请登录后重试。",
    "您的登入已失效。沒有作出任何決定，請登入後重試。",
  ],
  "refusal.forbidden": ["You may not do this.", "您无权执行此操作。", "您無權執行此操作。"],
  "refusal.not_an_agent": ["Only an agent does this.", "只有代理可以执行此操作。", "只有代理可以執行此操作。"],
  "refusal.not_a_reviewer": [
    "An auditor reads everything and decides nothing.",
    "审计员可以查看一切，但不作决定。",
    "稽核員可以檢視一切，但不作決定。",
  ],
  "refusal.self_approval": [
    "The call is made on your behalf or by an agent of yours, so another person has to decide.",
    "此调用以您的名义或由您的代理进行，须由他人决定。",
    "此呼叫以您的名義或由您的代理進行，須由他人決定。",
  ],
  "refusal.not_in_tier": [
    "You are not among those who are asked now.",
    "目前尚未轮到您来决定。",
    "目前尚未輪到您來決定。",
  ],
  "refusal.not_found": ["There is nothing here by that name.", "找不到所指的内容。", "找不到所指的內容。"],
  "refusal.idempotency_conflict": [
    "The same key was used with other values.",
    "同一个幂等键已用于其他内容。",
    "同一個冪等鍵已用於其他內容。",
  ],
  "refusal.already_decided": ["It was decided already.", "此请求已有决定。", "此請求已有決定。"],
  "refusal.already_acknowledged": ["Somebody acknowledged it before you.", "已有人先确认知悉。", "已有人先確認知悉。"],
  "refusal.expired": ["It expired without a decision.", "此请求已过期，无人决定。", "此請求已逾期，無人決定。"],
  "refusal.arguments_invalid": [
    "The edited arguments cannot be taken.",
    "修改后的参数无法接受。",
    "修改後的參數無法接受。",
  ],
  "refusal.arguments_changed": [
    "The arguments you saw are not the ones on record.",
    "您看到的参数与记录中的不一致。",
    "您看到的參數與紀錄中的不一致。",
  ],
  "refusal.not_approved": ["It is not approved.", "此请求未获批准。", "此請求未獲核准。"],
  "refusal.already_claimed": ["The approval was claimed already.", "此批准已被领取。", "此核准已被領取。"],
  "refusal.arguments_differ": [
    "The arguments are not the approved ones.",
    "参数与批准的不一致。",
    "參數與核准的不一致。",
  ],
  "refusal.target_differs": ["The target is not the approved one.", "目标与批准的不一致。", "目標與核准的不一致。"],
  "refusal.approval_lapsed": ["The approval has lapsed.", "此批准已失效。", "此核准已失效。"],
  "refusal.no_longer_permitted": ["You may no longer do this.", "您已无权执行此操作。", "您已無權執行此操作。"],
  "refusal.not_claimed": ["The approval was never claimed.", "此批准从未被领取。", "此核准從未被領取。"],
  "refusal.outcome_settled": ["The outcome is settled already.", "结果已经确定。", "結果已經確定。"],
  "refusal.not_reconcilable": [
    "There is nothing to settle here now.",
    "目前没有需要核实的结果。",
    "目前沒有需要核實的結果。",
  ],
  "refusal.last_admin": [
    "The last active admin stays one: without an admin nobody could manage this console.",
    "最后一位有效的管理员不能变动：没有管理员，就无人能管理此控制台。",
    "最後一位有效的管理員不能變動：沒有管理員，就無人能管理此主控台。",
  ],
  "refusal.own_account": [
    "Nobody changes this of their own account; ask another admin.",
    "不能更改自己账号的这一项，请另一位管理员操作。",
    "不能變更自己帳號的這一項，請另一位管理員操作。",
  ],
  "refusal.already_exists": ["One of that name exists already.", "已有同名的内容。", "已有同名的內容。"],
  "refusal.group_in_use": ["The group is still asked.", "该组仍会被询问。", "該群組仍會被詢問。"],
  "refusal.agent_disabled": ["The agent is disabled.", "此代理已停用。", "此代理已停用。"],
  "refusal.key_ended": ["This key has ended already.", "此密钥已失效。", "此金鑰已失效。"],
  "refusal.link_void": [
    "This link opens nothing any more: it was used, replaced, or is too old.",
    "此链接已失效：已被使用、已被替换或已过期。",
    "此連結已失效：已被使用、已被取代或已過期。",
  ],
  "refusal.policy_changed": [
    "Somebody saved this version after you opened it.",
    "您打开之后，有人保存了此版本。",
    "您開啟之後，有人儲存了此版本。",
  ],
  "refusal.policy_stale": [
    "It was begun on a version that is no longer in force.",
    "它基于一个已不再生效的版本。",
    "它以一個已不再生效的版本為基礎。",
  ],
  "refusal.policy_invalid": [
    "The rules have faults, or their tests do not pass.",
    "规则存在错误，或测试未通过。",
    "規則存在錯誤，或測試未通過。",
  ],
  "refusal.policy_settled": [
    "This version is not in a state for that.",
    "此版本目前的状态不允许该操作。",
    "此版本目前的狀態不允許該操作。",
  ],
  "refusal.second_admin_needed": [
    "Another admin has to bring it into force.",
    "须由另一位管理员启用。",
    "須由另一位管理員啟用。",
  ],
  "refusal.rate_limited": ["Too many requests; wait a moment.", "请求过于频繁，请稍候。", "請求過於頻繁，請稍候。"],
  "refusal.store_unavailable": [
    "The store cannot be reached. Nothing was decided.",
    "无法连接数据库。没有作出任何决定。",
    "無法連線至資料庫。沒有作出任何決定。",
  ],
  "refusal.internal": [
    "Something in Countersign itself went wrong. Look at the confirmation before trying again.",
    "Countersign 自身出错。重试之前请先查看此请求的状态。",
    "Countersign 本身發生錯誤。重試之前請先檢視此請求的狀態。",
  ],
  "refusal.not_sent": [
    "The server cannot be reached. Nothing was sent and nothing was decided; your text is kept.",
    "无法连接服务器。没有发送任何内容，也没有作出任何决定；您的文字已保留。",
    "無法連線到伺服器。沒有送出任何內容，也沒有作出任何決定；您的文字已保留。",
  ],
  "refusal.answer_lost": [
    "The server's answer did not arrive, so it is unknown here whether this was recorded. What stands is being read again; your text is kept.",
    "没有收到服务器的答复，因此尚不清楚是否已记录。正在重新读取当前状态；您的文字已保留。",
    "沒有收到伺服器的回覆，因此尚不清楚是否已記錄。正在重新讀取目前狀態；您的文字已保留。",
  ],
} as const satisfies Area;

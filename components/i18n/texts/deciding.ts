import type { Area } from "./text";

/** Who is asked, who has approved, and deciding past them. */
export const deciding = {
  "asked.title": ["Who is asked", "询问对象", "詢問對象"],
  "asked.now": ["asked now", "正在询问", "詢問中"],
  "asked.since": ["asked {when}", "{when}起询问", "{when}起詢問"],
  "asked.from": ["asked as well from {when}", "自 {when} 起一并询问", "自 {when} 起一併詢問"],
  "asked.skipped": ["skipped: nobody in it can decide", "已跳过：组内无人可决定", "已略過：群組內無人可決定"],
  "asked.not": ["not asked: it ended before", "未询问：此前已结束", "未詢問：先前已結束"],
  "asked.nobody": [
    "Nobody is left who could be asked. Only an admin can decide it, by break-glass.",
    "已无人可询问。只有管理员可通过紧急越权作出决定。",
    "已無人可詢問。只有管理員可透過緊急越權作出決定。",
  ],
  "asked.next": [
    "Next, {group} is asked, from {when}.",
    "接下来自 {when} 起询问 {group}。",
    "接下來自 {when} 起詢問 {group}。",
  ],
  "approvals.title": ["Approvals", "批准", "核准"],
  "approvals.count": ["{counted} of {needed}", "{counted}/{needed}", "{counted}/{needed}"],
  "approvals.none": [
    "Nobody has approved it yet; {needed} people must.",
    "尚无人批准；需要 {needed} 人。",
    "尚無人核准；需要 {needed} 人。",
  ],
  "approvals.voted": [
    "You have approved it. It runs only when the others have, too.",
    "您已批准。其他人也批准后才会执行。",
    "您已核准。其他人也核准後才會執行。",
  ],
  "approvals.edited": [
    "One of those who approve changed these arguments. An approval is for them as they stand here.",
    "其中一位批准人修改了这些参数。批准以此处所示为准。",
    "其中一位核准人修改了這些參數。核准以此處所示為準。",
  ],
  "approvals.voids": [
    "An edit voids the approvals given so far.",
    "修改会使此前的批准作废。",
    "修改會使先前的核准作廢。",
  ],
  "approvals.more.one": [
    "{n} more must approve before it can run.",
    "还需 {n} 人批准后才能执行。",
    "還需 {n} 人核准後才能執行。",
  ],
  "approvals.more.other": [
    "{n} more must approve before it can run.",
    "还需 {n} 人批准后才能执行。",
    "還需 {n} 人核准後才能執行。",
  ],
  "asked.inPlace": ["You decide in the place of {name}.", "您代 {name} 决定。", "您代 {name} 決定。"],
  "asked.onBehalf": ["on behalf of {name}", "代 {name}", "代 {name}"],
  "glass.open": ["Break glass…", "紧急越权…", "緊急越權…"],
  "glass.title": ["Decide alone?", "单独作出决定？", "單獨作出決定？"],
  "glass.means": [
    "You decide past whoever is asked and past the number of approvals. It is recorded as an act of its own, under your name, and every admin is alerted.",
    "您将越过询问对象与所需批准数作出决定。这会以您的名义单独记录，并向所有管理员发出警报。",
    "您將越過詢問對象與所需核准數作出決定。這會以您的名義單獨記錄，並向所有管理員發出警示。",
  ],
  "glass.reason": ["Why this cannot wait", "为何不能等待", "為何不能等待"],
  "glass.reasonNeeded": [
    "Say why, in words that can be seen. Nothing was decided.",
    "请写明可见的理由。尚未作出任何决定。",
    "請寫明可見的理由。尚未作出任何決定。",
  ],
  "glass.back": ["Back", "返回", "返回"],
  "glass.approve": ["Approve alone", "单独批准", "單獨核准"],
  "glass.deny": ["Deny alone", "单独拒绝", "單獨拒絕"],
  "glass.broken": ["break-glass", "紧急越权", "緊急越權"],
} as const satisfies Area;

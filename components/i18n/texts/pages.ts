import type { Area } from "./text";

/** Pages that stand for no page: what is not there, and what broke. */
export const pages = {
  "language.label": ["Language", "语言", "語言"],
  "notFound.title": ["There is no such page", "没有这个页面", "沒有這個頁面"],
  "notFound.text": [
    "The link may be cut short, or the page is not for your role.",
    "链接可能不完整，或者您的角色无权访问此页面。",
    "連結可能不完整，或者您的角色無權存取此頁面。",
  ],
  "notFound.inbox": ["Go to the inbox", "前往收件箱", "前往收件匣"],
  "error.title": ["This page could not be shown", "无法显示此页面", "無法顯示此頁面"],
  "error.text": [
    "Nothing was decided or changed by that. If it stays so, the store may be out of reach.",
    "没有因此作出任何决定或更改。如果一直如此，可能是无法连接数据库。",
    "沒有因此作出任何決定或變更。如果一直如此，可能是無法連線到資料庫。",
  ],
  "error.digest": ["Error {digest}", "错误 {digest}", "錯誤 {digest}"],
  "error.again": ["Try again", "重试", "重試"],
} as const satisfies Area;

import type { Area } from "./text";

/** Parts that many pages share: a list that cannot be read, a search. */
export const live = {
  "fault.title": ["This could not be read", "无法读取", "無法讀取"],
  "fault.network": ["The server cannot be reached.", "无法连接服务器。", "無法連線到伺服器。"],
  "fault.nothing": ["Nothing was changed by that.", "没有因此更改任何内容。", "沒有因此變更任何內容。"],
  "fault.again": ["Try again", "重试", "重試"],
  "search.clear": ["Clear the search", "清除搜索", "清除搜尋"],
  "masked.word": ["masked", "已隐藏", "已隱藏"],
  "masked.means": [
    "The server keeps this value back. The agent gets it as it sent it.",
    "服务器不显示此值。代理仍会按原样得到它。",
    "伺服器不顯示此值。代理仍會按原樣得到它。",
  ],
} as const satisfies Area;

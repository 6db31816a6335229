import type { Area } from "./text";

/** The shortcuts and their dialog. */
export const keyboard = {
  "keyboard.title": ["Keyboard shortcuts", "键盘快捷键", "鍵盤快速鍵"],
  "keyboard.open": ["Keyboard shortcuts", "键盘快捷键", "鍵盤快速鍵"],
  "keyboard.close": ["Close", "关闭", "關閉"],
  "keyboard.on": ["Shortcuts are on", "快捷键已开启", "快速鍵已開啟"],
  "keyboard.off": ["Shortcuts are off", "快捷键已关闭", "快速鍵已關閉"],
  "keyboard.switch": ["Single-key shortcuts", "单键快捷键", "單鍵快速鍵"],
  "keyboard.note": [
    "They never act while you type, and never on something that changed in the last moment. Approving always asks a second time.",
    "输入文字时不会生效，对刚刚变化的条目也不会生效。批准总会再确认一次。",
    "輸入文字時不會生效，對剛剛變動的項目也不會生效。核准一定會再確認一次。",
  ],
  "keyboard.group.move": ["Move", "移动", "移動"],
  "keyboard.group.decide": ["Decide", "决定", "決定"],
  "keyboard.group.page": ["Page", "页面", "頁面"],
  "keyboard.next": ["next row", "下一行", "下一列"],
  "keyboard.previous": ["previous row", "上一行", "上一列"],
  "keyboard.enter": ["open the row", "打开该行", "開啟該列"],
  "keyboard.approve": ["approve, in two steps", "批准（分两步）", "核准（分兩步）"],
  "keyboard.deny": ["deny, with a reason", "拒绝（须写理由）", "拒絕（須寫理由）"],
  "keyboard.edit": ["edit the arguments", "修改参数", "修改參數"],
  "keyboard.raw": ["show the raw JSON", "显示原始 JSON", "顯示原始 JSON"],
  "keyboard.select": ["select the row", "选中该行", "選取該列"],
  "keyboard.new": ["show what is new", "显示新到的请求", "顯示新到的請求"],
  "keyboard.search": ["search", "搜索", "搜尋"],
  "keyboard.help": ["this list", "显示此列表", "顯示此清單"],
} as const satisfies Area;

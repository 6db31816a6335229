import type { Area } from "./text";

export const signIn = {
  "signIn.title": ["Sign in", "登录", "登入"],
  "signIn.lead": ["To decide what agents may do.", "决定代理可以做什么。", "決定代理可以做什麼。"],
  "signIn.thenThere": [
    "Then you are taken to the page you asked for.",
    "登录后将前往您要访问的页面。",
    "登入後將前往您要前往的頁面。",
  ],
  "signIn.promise": ["Nothing runs that was not confirmed.", "未经确认，绝不执行。", "未經確認，絕不執行。"],
  "signIn.email": ["Email", "电子邮箱", "電子郵件"],
  "signIn.password": ["Password", "密码", "密碼"],
  "signIn.send": ["Sign in", "登录", "登入"],
  "signIn.unreachable": [
    "The server cannot be reached. Nothing was sent twice; try again.",
    "无法连接服务器。没有重复发送任何内容，请重试。",
    "無法連線到伺服器。沒有重複送出任何內容，請重試。",
  ],
  "signIn.wrong": ["Wrong e-mail or password.", "电子邮箱或密码错误。", "電子郵件或密碼錯誤。"],
  "signIn.disabled": [
    "This account is disabled. Ask an admin.",
    "此账号已停用，请联系管理员。",
    "此帳號已停用，請聯絡管理員。",
  ],
  "signIn.unavailable": [
    "The store cannot be reached, so nobody can sign in. Try again shortly.",
    "无法连接数据库，目前无法登录。请稍后重试。",
    "無法連線到資料庫，目前無法登入。請稍後再試。",
  ],
  "signIn.or": ["or", "或", "或"],
  "signIn.provider": ["Sign in with {name}", "使用 {name} 登录", "使用 {name} 登入"],
  "signIn.leaving": ["Going to {name}…", "正在前往 {name}…", "正在前往 {name}…"],
  "signIn.oidc_email_unverified": [
    "The identity provider has not verified your e-mail, so it opens no account here.",
    "身份提供方尚未验证您的邮箱，因此无法登录此处的账号。",
    "身分提供者尚未驗證您的電子郵件，因此無法登入此處的帳號。",
  ],
  "signIn.oidc_unknown": [
    "Nobody has invited you here yet. Ask an admin.",
    "您尚未受邀，请联系管理员。",
    "您尚未受邀，請聯絡管理員。",
  ],
  "signIn.oidc_no_group": [
    "None of your groups at the identity provider may sign in here.",
    "您在身份提供方所属的组均无权登录此处。",
    "您在身分提供者所屬的群組均無權登入此處。",
  ],
  "signIn.oidc_other_subject": [
    "This e-mail belongs to another identity here. Ask an admin.",
    "此邮箱在此处已属于另一个身份，请联系管理员。",
    "此電子郵件在此處已屬於另一個身分，請聯絡管理員。",
  ],
  "signIn.provider.failed": [
    "Signing in with the identity provider did not work. Try again.",
    "通过身份提供方登录未成功，请重试。",
    "透過身分提供者登入未成功，請重試。",
  ],
  "signIn.failed": ["Signing in did not work. Try again.", "登录未成功，请重试。", "登入未成功，請重試。"],
  "signIn.throttled.seconds.one": [
    "Too many attempts. Try again in {n} second.",
    "尝试次数过多，请在 {n} 秒后重试。",
    "嘗試次數過多，請在 {n} 秒後重試。",
  ],
  "signIn.throttled.seconds.other": [
    "Too many attempts. Try again in {n} seconds.",
    "尝试次数过多，请在 {n} 秒后重试。",
    "嘗試次數過多，請在 {n} 秒後重試。",
  ],
  "signIn.throttled.minutes.one": [
    "Too many attempts. Try again in {n} minute.",
    "尝试次数过多，请在 {n} 分钟后重试。",
    "嘗試次數過多，請在 {n} 分鐘後重試。",
  ],
  "signIn.throttled.minutes.other": [
    "Too many attempts. Try again in {n} minutes.",
    "尝试次数过多，请在 {n} 分钟后重试。",
    "嘗試次數過多，請在 {n} 分鐘後重試。",
  ],
  "signOut.failed": [
    "You are still signed in: the server did not answer. Try again.",
    "您仍处于登录状态：服务器没有响应，请重试。",
    "您仍在登入狀態：伺服器沒有回應，請再試一次。",
  ],
} as const satisfies Area;

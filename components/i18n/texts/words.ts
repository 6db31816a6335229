import type { Area } from "./text";

/** DESIGN's words, used everywhere: states, roles, kinds of deciders. */
export const words = {
  "state.pending": ["pending", "待决定", "待決定"],
  "state.approved": ["approved", "已批准", "已核准"],
  "state.denied": ["denied", "已拒绝", "已拒絕"],
  "state.cancelled": ["cancelled", "已撤回", "已撤回"],
  "state.expired": ["expired", "已过期", "已逾期"],
  "execution.planned": ["planned", "待执行", "待執行"],
  "execution.submitted": ["submitted", "已领取", "已領取"],
  "execution.succeeded": ["succeeded", "已成功", "已成功"],
  "execution.failed": ["failed", "已失败", "已失敗"],
  "execution.outcome_unknown": ["outcome unknown", "结果未知", "結果未知"],
  "execution.suspended": ["suspended", "已搁置", "已擱置"],
  "execution.lapsed": ["lapsed", "已失效", "已失效"],
  "risk.low": ["low risk", "低风险", "低風險"],
  "risk.medium": ["medium risk", "中风险", "中風險"],
  "risk.high": ["high risk", "高风险", "高風險"],
  "risk.critical": ["critical risk", "极高风险", "極高風險"],
  "role.admin": ["admin", "管理员", "管理員"],
  "role.reviewer": ["reviewer", "审批人", "審批人"],
  "role.auditor": ["auditor", "审计员", "稽核員"],
  "decider.policy": ["policy", "策略", "策略"],
  "decider.gate": ["gate", "闸门", "閘門"],
  "decider.agent": ["agent", "代理", "代理"],
} as const satisfies Area;

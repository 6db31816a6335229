/** Something the operator must know and act on. Printed as it is, without a stack: what happened, what did not, what next. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

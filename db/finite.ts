// SQLite stores NaN as NULL and JSON writes it as null: both would turn a fault into "not measured".
// So every number is checked on its way in.

/** A result that holds NaN, infinity or a broken bucket: a fault of what computed it. */
export class NotANumber extends Error {}

/** Throws NotANumber where a number anywhere inside `value` is NaN or infinite; `what` names the thing for people. */
export function assertFinite(value: unknown, what: string): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NotANumber(`The engine gave ${String(value)} for ${what}.`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) assertFinite(part, `${what}.${key}`)
  }
}

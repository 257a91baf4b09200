// The only file that imports better-sqlite3. A connection here is synchronous, keeps its prepared statements, and
// throws VlagError with the database's path instead of the driver's own errors.
import Database from 'better-sqlite3'
import { toDatabaseError } from './sqlite-errors'

/** What can be bound. NaN and infinity are not: see finite.ts. */
export type SqlValue = string | number | null | Uint8Array

/** A connection. Rows are typed by the caller, who knows the statement. */
export interface Sqlite {
  readonly path: string
  exec(sql: string): void
  all<Row>(sql: string, ...values: readonly SqlValue[]): Row[]
  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined
  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number
  /** Runs `work` in one transaction that takes the write lock at its start; undone where it throws. */
  immediate<T>(work: () => T): T
  /** Runs `work` on one unchanging view of the database. */
  snapshot<T>(work: () => T): T
  /** A pragma's single value. */
  pragma(source: string): unknown
  isOpen(): boolean
  close(): void
}

export interface ConnectOptions {
  readonly readOnly?: boolean
  /** How long a statement waits for another process's lock, ms. */
  readonly busyTimeoutMs?: number
}

/** Opens a file, or ':memory:'. Errors: every database code of contract/errors. */
export function connect(path: string, options: ConnectOptions = {}): Sqlite {
  const guard = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw toDatabaseError(error, path)
    }
  }
  const database = guard(
    () => new Database(path, { readonly: options.readOnly ?? false, timeout: options.busyTimeoutMs ?? 5000 }),
  )
  const statements = new Map<string, Database.Statement<SqlValue[]>>()
  const prepare = (sql: string): Database.Statement<SqlValue[]> => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare<SqlValue[]>(sql)
      statements.set(sql, statement)
    }
    return statement
  }
  return {
    path,
    exec: (sql) => void guard(() => database.exec(sql)),
    all: <Row>(sql: string, ...values: readonly SqlValue[]) =>
      guard(() => prepare(sql).all(...values) as Row[]),
    get: <Row>(sql: string, ...values: readonly SqlValue[]) =>
      guard(() => prepare(sql).get(...values) as Row | undefined),
    run: (sql, ...values) => guard(() => prepare(sql).run(...values).changes),
    immediate: (work) => guard(() => database.transaction(work).immediate()),
    snapshot: (work) => guard(() => database.transaction(work).deferred()),
    pragma: (source) => guard(() => database.pragma(source, { simple: true })),
    isOpen: () => database.open,
    close: () => void guard(() => database.close()),
  }
}

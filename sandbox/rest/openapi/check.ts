import type { Ledger } from '../ledger.ts'
import type { Route, UploadedFile } from '../route.ts'

/** Holds what a bot sends, and what the sandbox answers, against Discord's published API description. */
export interface DocumentCheck {
  request(
    route: Route,
    query: Record<string, string>,
    body: unknown,
    files: readonly UploadedFile[],
    ledger: Ledger,
  ): void
  answer(route: Route, status: number, body: unknown, ledger: Ledger): void
}

import type { Sandbox } from '../../context.ts'

/** Notes that a user did something visible, so that a prune does not count them as inactive. */
export function markActive(sandbox: Sandbox, userId: string): void {
  const account = sandbox.world.accounts.get(userId)
  if (account) account.lastActive = sandbox.now()
}

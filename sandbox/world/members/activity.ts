import type { Sandbox } from '../../context.ts'

/** Someone did something others can see: a prune does not take them for absent. */
export function markActive(sandbox: Sandbox, userId: string): void {
  const account = sandbox.world.accounts.get(userId)
  if (account) account.lastActive = sandbox.now()
}

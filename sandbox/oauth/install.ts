import type { Sandbox } from '../context.ts'
import { unknown } from '../world/errors.ts'

export function addBot(sandbox: Sandbox, guildId: string, applicationId: string, _permissions: string): void {
  if (!sandbox.world.guilds.has(guildId) || !sandbox.world.applications.has(applicationId)) throw unknown.guild()
}

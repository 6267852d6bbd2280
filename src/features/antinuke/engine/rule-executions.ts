import { AutoModerationActionType, type GatewayAutoModerationActionExecutionDispatchData } from 'discord.js'
import { and, eq, gte, inArray } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { hourMs } from './count.ts'
import { noteRuleTimeout } from './moderation.ts'
import { followUpIncident } from './punish/follow-up.ts'
import { ruleEntries } from './rule-timeouts.ts'
import { stoppedBefore } from './stopped-people.ts'
import { antinukeActions as actions } from './table.ts'

/**
 * Takes in that an AutoMod rule did something. What a rule of somebody who was stopped did is undone, too, whenever
 * Discord reports it.
 */
export function takeInExecution(
  services: Services,
  guildId: string,
  { action, rule_id: ruleId, user_id: userId }: GatewayAutoModerationActionExecutionDispatchData,
): void {
  if (action.type !== AutoModerationActionType.Timeout) return
  noteRuleTimeout(services, guildId, { ruleId, userId })
  const whose = services.db
    .selectDistinct({ actorId: actions.actorId })
    .from(actions)
    .where(
      and(
        eq(actions.guildId, guildId),
        gte(actions.at, services.now() - hourMs),
        inArray(actions.type, [...ruleEntries]),
        eq(actions.targetId, ruleId),
      ),
    )
    .all()
  for (const { actorId } of whose) {
    const stopped = stoppedBefore(services, guildId, actorId)
    if (stopped) followUpIncident(services, stopped.incident)
  }
}

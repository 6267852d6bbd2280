import {
  type APIAutoModerationRule,
  AuditLogEvent,
  AutoModerationActionType as Action,
  AutoModerationRuleTriggerType as Trigger,
  GatewayDispatchEvents,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { DiscordError, invalidForm } from '../errors.ts'
import { parseForm } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { emitToGuild } from '../emit.ts'
import { metadataOf, mostRules, ruleEditForm, ruleForm } from './form.ts'

const logged = [
  'name',
  'enabled',
  'actions',
  'trigger_type',
  'trigger_metadata',
  'exempt_roles',
  'exempt_channels',
] as const

/** Requires MANAGE_GUILD, which every operation on rules needs. The events go to members who have it. */
export const requireRules = (sandbox: Sandbox, actorId: string, guildId: string): GuildState =>
  requirePermission(sandbox, actorId, guildId, permission.ManageGuild)

/** @throws DiscordError 10066 */
export function ruleOf(state: GuildState, ruleId: string): APIAutoModerationRule {
  const rule = state.autoModerationRules.get(ruleId)
  if (!rule) throw new DiscordError(404, 10_066, 'Unknown AutoMod Rule')
  return rule
}

/** @throws DiscordError 50013, 50035 also when the guild has as many rules of the kind as it may */
export function createRule(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): APIAutoModerationRule {
  const state = requireRules(sandbox, actor.userId, guildId)
  const { trigger_metadata, ...form } = parseForm(ruleForm, body)
  const like = [...state.autoModerationRules.values()].filter(rule => rule.trigger_type === form.trigger_type)
  if (like.length >= mostRules[form.trigger_type])
    throw invalidForm([
      {
        path: 'trigger_type',
        code: 'AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED',
        message: `Maximum number of rules of this type reached (${mostRules[form.trigger_type]}).`,
      },
    ])
  const rule: APIAutoModerationRule = {
    id: sandbox.nextId(),
    guild_id: guildId,
    creator_id: actor.userId,
    ...form,
    trigger_metadata: metadataOf(form.trigger_type, trigger_metadata),
    actions: form.actions.map(defined),
    enabled: form.enabled ?? false,
    exempt_roles: form.exempt_roles ?? [],
    exempt_channels: form.exempt_channels ?? [],
  }
  checkActions(sandbox, actor, rule)
  state.autoModerationRules.set(rule.id, rule)
  tell(sandbox, GatewayDispatchEvents.AutoModerationRuleCreate, rule)
  log(sandbox, actor, AuditLogEvent.AutoModerationRuleCreate, {}, rule)
  return rule
}

/** @throws DiscordError 10066, 50013, 50035 */
export function editRule(sandbox: Sandbox, actor: ActingUser, guildId: string, ruleId: string, body: unknown) {
  const state = requireRules(sandbox, actor.userId, guildId)
  const before = ruleOf(state, ruleId)
  const { trigger_metadata, actions, ...form } = parseForm(ruleEditForm, body)
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
  const after: APIAutoModerationRule = {
    ...before,
    ...given,
    ...(actions && { actions: actions.map(defined) }),
    ...(trigger_metadata !== undefined && {
      trigger_metadata: metadataOf(before.trigger_type, trigger_metadata),
    }),
  }
  checkActions(sandbox, actor, after)
  if (JSON.stringify(before) === JSON.stringify(after)) return before
  state.autoModerationRules.set(ruleId, after)
  tell(sandbox, GatewayDispatchEvents.AutoModerationRuleUpdate, after)
  log(sandbox, actor, AuditLogEvent.AutoModerationRuleUpdate, before, after)
  return after
}

/** @throws DiscordError 10066, 50013 */
export function deleteRule(sandbox: Sandbox, actor: ActingUser, guildId: string, ruleId: string): void {
  const state = requireRules(sandbox, actor.userId, guildId)
  const rule = ruleOf(state, ruleId)
  state.autoModerationRules.delete(ruleId)
  tell(sandbox, GatewayDispatchEvents.AutoModerationRuleDelete, rule)
  log(sandbox, actor, AuditLogEvent.AutoModerationRuleDelete, rule, {})
}

const mayTimeOut: ReadonlySet<Trigger> = new Set([Trigger.Keyword, Trigger.MentionSpam])

/** Timing out needs MODERATE_MEMBERS and fits two triggers; an alert needs a channel of the guild. */
function checkActions(sandbox: Sandbox, actor: ActingUser, rule: APIAutoModerationRule): void {
  const refuse = (message: string) => invalidForm([{ path: 'actions', code: 'BASE_TYPE_CHOICES', message }])
  for (const { type, metadata } of rule.actions) {
    if (type === Action.Timeout) {
      if (!mayTimeOut.has(rule.trigger_type)) throw refuse('This trigger cannot time members out.')
      requirePermission(sandbox, actor.userId, rule.guild_id, permission.ModerateMembers)
    }
    const alertId = metadata?.channel_id
    if (alertId !== undefined && sandbox.world.channels.get(alertId)?.guildId !== rule.guild_id)
      throw refuse('The channel does not exist.')
  }
}

/** Adds metadata, which Discord always returns even if it is empty. */
const defined = (action: { type: Action; metadata?: object | undefined }) => ({
  type: action.type,
  metadata: { ...action.metadata },
})

const tell = (sandbox: Sandbox, type: GatewayDispatchEvents, rule: APIAutoModerationRule) =>
  emitToGuild(sandbox, rule.guild_id, type, rule, { anyPermission: permission.ManageGuild })

function log(
  sandbox: Sandbox,
  actor: ActingUser,
  type: AuditLogEvent,
  before: Partial<APIAutoModerationRule>,
  after: Partial<APIAutoModerationRule>,
): void {
  const { guild_id: guildId = '', id: targetId = null } = { ...before, ...after }
  audit(sandbox, actor, { guildId, type, targetId, changes: changesBetween(before, after, logged) })
}

import {
  type APIRole,
  AuditLogEvent,
  GatewayDispatchEvents,
  GuildOnboardingMode,
  RoleFlags,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError } from '../errors.ts'
import { parseForm } from '../form.ts'
import { type ActingUser, requireMember, requirePermission } from '../guard.ts'
import { guildView } from '../guild/view.ts'
import { permission } from '../permissions.ts'
import { replaceRole } from '../roles/edit.ts'
import type { GuildState } from '../state.ts'
import { onboardingForm, promptsFrom } from './onboarding-form.ts'
import { channelsHere } from './references.ts'
import { everyoneMay } from './everyone-permission.ts'
import type { Onboarding, Prompt } from './state.ts'

/** @throws DiscordError 10004, 50001 */
export const onboardingOf = (sandbox: Sandbox, viewerId: string, guildId: string): Onboarding =>
  requireMember(sandbox, viewerId, guildId).community.onboarding

/**
 * Replaces the named fields. Sends GUILD_UPDATE, and GUILD_ROLE_UPDATE for each role that was added to the questions or
 * removed from them; onboarding has no event of its own. A removed question has no audit entry:
 * discord/discord-api-docs issue 6892.
 * @throws DiscordError 50001, 50013 without MANAGE_GUILD and MANAGE_ROLES, 50035, 350000 or 350001 with too few
 * channels, 350003 for a channel that not everyone can view
 */
export function saveOnboarding(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): Onboarding {
  const wanted = permission.ManageGuild | permission.ManageRoles
  const state = requirePermission(sandbox, actor.userId, guildId, wanted)
  const form = parseForm(onboardingForm, body)
  const before = state.community.onboarding
  const after: Onboarding = {
    guild_id: guildId,
    prompts: form.prompts ? promptsFrom(sandbox, state, form.prompts) : before.prompts,
    default_channel_ids: form.default_channel_ids
      ? channelsHere(sandbox, state, form.default_channel_ids, 'default_channel_ids')
      : before.default_channel_ids,
    enabled: form.enabled ?? before.enabled,
    mode: form.mode ?? before.mode,
  }
  if (after.default_channel_ids.some(id => !everyoneMay(sandbox, state, id, permission.ViewChannel))) throw unreadable()
  if (after.enabled) requireEnough(sandbox, state, before, after)
  state.community.onboarding = after
  markRoles(sandbox, state, before, after)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildUpdate, guildView(state))
  logSaved(sandbox, actor, state, before, after)
  state.community.onboardingSaved = true
  return after
}

/** Requires enough channels for newcomers: the default ones and, in advanced mode, those of the answers. */
function requireEnough(sandbox: Sandbox, state: GuildState, before: Onboarding, after: Onboarding): void {
  const ofAnswers = after.prompts.flatMap(({ options }) => options.flatMap(option => option.channel_ids))
  const counted = new Set([
    ...after.default_channel_ids,
    ...(after.mode === GuildOnboardingMode.OnboardingAdvanced ? ofAnswers : []),
  ])
  const writable = [...counted].filter(id =>
    everyoneMay(sandbox, state, id, permission.ViewChannel | permission.SendMessages),
  )
  const { channels, writableChannels } = sandbox.conditions.onboarding
  if (counted.size >= channels && writable.length >= writableChannels) return
  throw before.enabled
    ? new DiscordError(400, 350_001, 'Cannot update onboarding while below requirements')
    : new DiscordError(400, 350_000, 'Cannot enable onboarding, requirements are not met')
}

const unreadable = () => new DiscordError(400, 350_003, 'Onboarding channels must be readable by everyone')

/**
 * Refuses to hide a default channel of onboarding from @everyone, which is reported to apply even while onboarding is
 * off. Source: discord/discord-api-docs issue 7296.
 * @param overwrites the channel's new overwrites
 * @throws DiscordError 350003
 */
export function requireReadable(
  sandbox: Sandbox,
  { guild, community }: GuildState,
  channelId: string,
  overwrites: readonly { id: string; deny: string }[],
): void {
  const { enabled, default_channel_ids } = community.onboarding
  if (!enabled && !sandbox.conditions.onboarding.locksWhileOff) return
  const denied = overwrites.find(one => one.id === guild.id)?.deny ?? '0'
  if (default_channel_ids.includes(channelId) && (BigInt(denied) & permission.ViewChannel) !== 0n) throw unreadable()
}

/** Updates the flag of roles that an answer gives. */
function markRoles(sandbox: Sandbox, state: GuildState, before: Onboarding, after: Onboarding): void {
  const [was, is] = [rolesOf(before), rolesOf(after)]
  for (const id of new Set([...was, ...is])) {
    const role: APIRole | undefined = state.roles.get(id)
    if (role && was.has(id) !== is.has(id))
      replaceRole(sandbox, state, { ...role, flags: role.flags ^ RoleFlags.InPrompt })
  }
}

const rolesOf = ({ prompts }: Onboarding) =>
  new Set(prompts.flatMap(({ options }) => options.flatMap(option => option.role_ids)))

const promptKeys = ['title', 'options', 'single_select', 'required', 'in_onboarding', 'type'] as const

function logSaved(sandbox: Sandbox, actor: ActingUser, state: GuildState, before: Onboarding, after: Onboarding): void {
  const guildId = state.guild.id
  const known = new Map(before.prompts.map(prompt => [prompt.id, prompt]))
  for (const prompt of after.prompts) {
    const old = known.get(prompt.id)
    audit(sandbox, actor, {
      guildId,
      type: old ? AuditLogEvent.OnboardingPromptUpdate : AuditLogEvent.OnboardingPromptCreate,
      targetId: prompt.id,
      changes: changesBetween<Prompt>(old ?? {}, prompt, promptKeys),
    })
  }
  const [was, is] = [before, after].map(one => ({ ...one, prompts: one.prompts.map(({ id }) => id) }))
  const first = !state.community.onboardingSaved
  audit(sandbox, actor, {
    guildId,
    type: first ? AuditLogEvent.OnboardingCreate : AuditLogEvent.OnboardingUpdate,
    targetId: guildId,
    changes: changesBetween(was ?? {}, is ?? {}, ['prompts', 'default_channel_ids', 'enabled', 'mode']),
  })
}

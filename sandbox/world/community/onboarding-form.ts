import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { invalidForm } from '../errors.ts'
import { optional, refusal, snowflake, text } from '../form.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { channelsHere, settingsEmoji } from './references.ts'
import type { Prompt } from './state.ts'

/**
 * Permissions that need two-factor authentication where a guild requires it. Source: Discord's documentation,
 * "Permissions".
 */
const moderating =
  permission.KickMembers |
  permission.BanMembers |
  permission.Administrator |
  permission.ManageChannels |
  permission.ManageGuild |
  permission.ManageMessages |
  permission.ManageRoles |
  permission.ManageWebhooks |
  permission.ManageGuildExpressions |
  permission.ManageThreads |
  permission.ModerateMembers

/** Source: Discord's API description, the limits included. */
const ids = (most: number) =>
  z
    .array(snowflake)
    .max(most)
    .refine(list => new Set(list).size === list.length, refusal('SET_TYPE_ALREADY_CONTAINS_VALUE', 'Must be unique.'))

const optionForm = z.object({
  id: optional(snowflake),
  title: text(50, 1),
  description: optional(text(100)),
  emoji_id: optional(snowflake),
  emoji_name: optional(text(100)),
  emoji_animated: optional(z.boolean()),
  role_ids: optional(ids(50)),
  channel_ids: optional(ids(50)),
})

const promptForm = z.object({
  id: snowflake,
  title: text(100, 1),
  options: z.array(optionForm).min(1).max(50),
  single_select: optional(z.boolean()),
  required: optional(z.boolean()),
  in_onboarding: optional(z.boolean()),
  type: optional(z.union([z.literal(0), z.literal(1)])),
})

export const onboardingForm = z.object({
  prompts: optional(z.array(promptForm).max(15)),
  default_channel_ids: optional(ids(500)),
  enabled: optional(z.boolean()),
  mode: optional(z.union([z.literal(0), z.literal(1)])),
})

/**
 * Turns a body's questions into stored ones. Existing questions keep their ids; a new one must name an id, too, but is
 * given another.
 * @throws DiscordError 50035 for a role, channel or emoji that the guild does not have, or a role that onboarding
 * cannot give
 */
export function promptsFrom(sandbox: Sandbox, state: GuildState, drafts: z.output<typeof promptForm>[]): Prompt[] {
  const there = new Map(state.community.onboarding.prompts.map(prompt => [prompt.id, prompt]))
  const kept = (id: string | undefined, known: boolean | undefined) =>
    id !== undefined && known === true ? id : sandbox.nextId()
  return drafts.map((draft, place) => {
    const before = there.get(draft.id)
    return {
      id: kept(draft.id, before !== undefined),
      title: draft.title,
      options: draft.options.map((option, at) => {
        const path = `prompts.${place}.options.${at}`
        return {
          id: kept(
            option.id,
            before?.options.some(one => one.id === option.id),
          ),
          title: option.title,
          description: option.description ?? '',
          emoji: settingsEmoji(state, option, path),
          role_ids: rolesIn(sandbox, state, option.role_ids ?? [], `${path}.role_ids`),
          channel_ids: channelsHere(sandbox, state, option.channel_ids ?? [], `${path}.channel_ids`),
        }
      }),
      single_select: draft.single_select ?? false,
      required: draft.required ?? false,
      in_onboarding: draft.in_onboarding ?? false,
      type: draft.type ?? 0,
    }
  })
}

function rolesIn(sandbox: Sandbox, state: GuildState, roleIds: string[], path: string): string[] {
  const refuse = (code: string, message: string, at: number) => invalidForm([{ path: `${path}.${at}`, code, message }])
  for (const [at, id] of roleIds.entries()) {
    const role = state.roles.get(id)
    if (!role || role.managed || id === state.guild.id) throw refuse('INVALID_ROLE', 'Invalid role', at)
    if (sandbox.conditions.onboarding.refusesModeratorRoles && (BigInt(role.permissions) & moderating) !== 0n)
      throw refuse('INVALID_ROLE', 'Roles with moderator permissions cannot be given by onboarding', at)
  }
  return roleIds
}

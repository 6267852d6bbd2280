import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import type { TemplateState } from '../community/state.ts'
import { DiscordError } from '../errors.ts'
import { optional, parseForm, text } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { userOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { timestamp } from '../time.ts'
import { snapshotOf } from './template-snapshot.ts'

/** Nothing here has an event or an audit entry: Discord documents none. */

const name = text(100, 1)
const description = text(120).nullish()
const createForm = z.object({ name, description })
const editForm = z.object({ name: optional(name), description })

function view(sandbox: Sandbox, state: GuildState, template: TemplateState) {
  const { code, snapshot } = template
  const isDirty = JSON.stringify(snapshot) !== JSON.stringify(snapshotOf(sandbox, state))
  return {
    code,
    name: template.name,
    description: template.description,
    usage_count: 0,
    creator_id: template.creatorId,
    creator: userOf(sandbox.world, template.creatorId),
    created_at: template.createdAt,
    updated_at: template.updatedAt,
    source_guild_id: state.guild.id,
    serialized_source_guild: snapshot,
    is_dirty: isDirty ? true : null,
  }
}

const unknownTemplate = () => new DiscordError(404, 10_057, 'Unknown guild template')

const managed = (sandbox: Sandbox, actorId: string, guildId: string) =>
  requirePermission(sandbox, actorId, guildId, permission.ManageGuild)

function requireTemplate(sandbox: Sandbox, actor: ActingUser, guildId: string, code: string) {
  const state = managed(sandbox, actor.userId, guildId)
  const { template } = state.community
  if (template?.code !== code) throw unknownTemplate()
  return { state, template }
}

/** For everybody who knows the code. @throws DiscordError 10057 */
export function templateOf(sandbox: Sandbox, code: string) {
  for (const state of sandbox.world.guilds.values()) {
    const { template } = state.community
    if (template?.code === code) return view(sandbox, state, template)
  }
  throw unknownTemplate()
}

/** @throws DiscordError 10004, 50001, 50013 without MANAGE_GUILD */
export function listTemplates(sandbox: Sandbox, viewerId: string, guildId: string) {
  const state = managed(sandbox, viewerId, guildId)
  return state.community.template ? [view(sandbox, state, state.community.template)] : []
}

/** A guild has at most one. @throws DiscordError 30031, 50001, 50013, 50035 */
export function createTemplate(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown) {
  const state = managed(sandbox, actor.userId, guildId)
  const form = parseForm(createForm, body)
  if (state.community.template) throw new DiscordError(400, 30_031, 'Already has a template')
  const now = timestamp(sandbox)
  const template: TemplateState = {
    code: Array.from({ length: 12 }, () => Math.floor(sandbox.random() * 36).toString(36)).join(''),
    name: form.name,
    description: form.description || null,
    creatorId: actor.userId,
    createdAt: now,
    updatedAt: now,
    snapshot: snapshotOf(sandbox, state),
  }
  state.community.template = template
  return view(sandbox, state, template)
}

/** Replaces the template's copy with the guild's current structure. @throws DiscordError 10057, 50001, 50013 */
export function syncTemplate(sandbox: Sandbox, actor: ActingUser, guildId: string, code: string) {
  const { state, template } = requireTemplate(sandbox, actor, guildId, code)
  template.snapshot = snapshotOf(sandbox, state)
  template.updatedAt = timestamp(sandbox)
  return view(sandbox, state, template)
}

/** @throws DiscordError 10057, 50001, 50013, 50035 */
export function editTemplate(sandbox: Sandbox, actor: ActingUser, guildId: string, code: string, body: unknown) {
  const { state, template } = requireTemplate(sandbox, actor, guildId, code)
  const form = parseForm(editForm, body)
  if (form.name !== undefined) template.name = form.name
  if (form.description !== undefined) template.description = form.description || null
  template.updatedAt = timestamp(sandbox)
  return view(sandbox, state, template)
}

/** @throws DiscordError 10057, 50001, 50013 */
export function deleteTemplate(sandbox: Sandbox, actor: ActingUser, guildId: string, code: string) {
  const { state, template } = requireTemplate(sandbox, actor, guildId, code)
  const shown = view(sandbox, state, template)
  state.community.template = undefined
  return shown
}

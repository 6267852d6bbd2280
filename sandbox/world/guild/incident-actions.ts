import type { APIIncidentsData } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { invalidForm } from '../errors.ts'
import { timestampField } from '../fields.ts'
import { parseForm } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { permission } from '../permissions.ts'
import { timestamp } from '../time.ts'
import { announceGuild } from './edit.ts'

const incidentForm = z.object({
  invites_disabled_until: timestampField.optional(),
  dms_disabled_until: timestampField.optional(),
})

/**
 * Pauses invites or direct messages for up to a day. Afterwards, the guild no longer shows it; there is no event for
 * that. Source: discord/discord-api-docs issue 6396. @throws DiscordError 50013, 50035
 */
export function setIncidentActions(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown) {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  const form = parseForm(incidentForm, body)
  for (const [path, until] of Object.entries(form))
    if (until && until > sandbox.now() + 86_400_000 + 60_000)
      throw invalidForm([{ path, code: 'DATE_TIME_TYPE_TOO_FAR', message: 'Must be within the next 24 hours.' }])
  const moments = (until: number | null | undefined) => (until ? timestamp(sandbox, until) : null)
  const incidents_data = {
    ...(state.guild.incidents_data ?? { invites_disabled_until: null, dms_disabled_until: null }),
    ...(form.invites_disabled_until !== undefined && {
      invites_disabled_until: moments(form.invites_disabled_until),
    }),
    ...(form.dms_disabled_until !== undefined && { dms_disabled_until: moments(form.dms_disabled_until) }),
  }
  const after = { ...state.guild, incidents_data: withoutPast(sandbox, incidents_data) }
  announceGuild(sandbox, actor, state, after, sandbox.conditions.incidentActionsLogged)
  for (const until of Object.values(form))
    if (until) sandbox.later(until - sandbox.now(), () => lapse(sandbox, guildId))
  return incidents_data
}

function lapse(sandbox: Sandbox, guildId: string): void {
  const state = sandbox.world.guilds.get(guildId)
  if (state?.guild.incidents_data)
    state.guild = { ...state.guild, incidents_data: withoutPast(sandbox, state.guild.incidents_data) }
}

/** The incident actions without those that have ended; null when none are left. */
function withoutPast(sandbox: Sandbox, data: APIIncidentsData): APIIncidentsData | null {
  const left = (until: string | null) => (until && Date.parse(until) > sandbox.now() ? until : null)
  const invites_disabled_until = left(data.invites_disabled_until)
  const dms_disabled_until = left(data.dms_disabled_until)
  if (invites_disabled_until === null && dms_disabled_until === null) return null
  return { ...data, invites_disabled_until, dms_disabled_until }
}

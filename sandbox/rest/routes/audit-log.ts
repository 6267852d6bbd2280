import { z } from 'zod'
import { auditEntries, auditUsers } from '../../world/audit.ts'
import { page } from '../../world/fields.ts'
import { optional, parseForm, snowflake } from '../../world/form.ts'
import { integrationsOf, integrationView } from '../../world/guild/integrations.ts'
import { requirePermission } from '../../world/guard.ts'
import { channelsOf } from '../../world/lookup.ts'
import { isThread, permission } from '../../world/permissions.ts'
import { eventView } from '../../world/scheduled-events/store.ts'
import { param } from '../request.ts'
import { json, routes } from '../route.ts'

const auditForm = page(100, 50).extend({
  user_id: optional(snowflake),
  target_id: optional(snowflake),
  action_type: optional(z.coerce.number().int()),
})

export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id/audit-logs',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      const guildId = param(request, 'guild_id')
      const state = requirePermission(sandbox, actorId, guildId, permission.ViewAuditLog)
      const form = parseForm(auditForm, request.query)
      const entries = auditEntries(sandbox, guildId, {
        ...form,
        userId: form.user_id,
        targetId: form.target_id,
        actionType: form.action_type,
      })
      const named = new Set(entries.flatMap(entry => [entry.user_id, entry.target_id]))
      const threads = [...channelsOf(sandbox.world, state)].map(({ channel }) => channel)
      return json({
        audit_log_entries: entries,
        users: auditUsers(sandbox, named),
        integrations: integrationsOf(sandbox, state).flatMap(one => {
          const { id, type, name, account, application } = integrationView(sandbox, state, one)
          return named.has(id) ? [{ id, type, name, account, application_id: application.id }] : []
        }),
        webhooks: [...state.webhooks.values()].filter(webhook => named.has(webhook.id)),
        guild_scheduled_events: [...state.scheduledEvents.values()]
          .filter(({ event }) => named.has(event.id))
          .map(found => eventView(sandbox, found)),
        threads: threads.filter(thread => isThread(thread.type) && named.has(thread.id)),
        application_commands: [],
        auto_moderation_rules: [...state.autoModerationRules.values()].filter(rule => named.has(rule.id)),
      })
    },
  },
])

import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Ids of things, not of people. */
const things = new Set([
  'guildId',
  'channelId',
  'roleId',
  'ruleId',
  'messageId',
  'planId',
  'entryId',
  'recoveryId',
  'oldId',
  'newId',
  'panelId',
  'ticketId',
])
/** Whether a column, by its name, refers to a person: userId, moderatorId, byId, endedBy. */
export const namesPeople = ({ name }: SQLiteColumn) =>
  (name.endsWith('Id') && !/(?:Message|Channel)Id$/.test(name) && !things.has(name)) || name.endsWith('By')
/** Columns that are named like those of people but name other things. */
export const namesNoPerson = new Set([
  'antinuke_panic.objectId',
  'automation_runs.automationId',
  'reactionrole_mends.choiceId',
  'reactionrole_mends.menuId',
  'reactionrole_notes.choiceId',
  'reactionrole_notes.menuId',
  'tickets.lastHeardId',
  'ticket_attachments.fileId',
  'ticket_transcript_reads.transcriptId',
  'ticket_transcript_deliveries.transcriptId',
  'ticket_webhooks.webhookId',
  'embed_drafts.postId',
  'embed_posts.webhookId',
  'emoji_uses.emojiId',
  'emoji_orders.emojiId',
  'emoji_orders.fileId',
  'emoji_added.emojiId',
  'emoji_added.formerId',
  'emoji_removed.emojiId',
  'emoji_removed.fileId',
])
/** Whether a column may refer to channels, roles or rules, by its name; JSON may refer to anything. */
export const namesThings = ({ name, dataType }: SQLiteColumn) =>
  /(?:channel|role|rule)Ids?$/i.test(name) || dataType === 'json'
/**
 * JSON columns that do not refer to current channels or roles: settings are handled separately, and history records the
 * past.
 */
export const namesNothingCurrent = new Set([
  'settings.document',
  'settings_history.changes',
  'settings_history.touched',
  'plans.counts',
  'made_changes.revisions',
  'automation_runs.chain',
  'greeting_queue.person',
  // Texts and files of ours, not Discord's.
  'joindm_queue.person',
  'personalizer_looks.shown',
  'personalizer_looks.refused',
  'antinuke_incident_events.parts',
  'antinuke_alarms.sentences',
  'ticket_tags.words',
  // What people wrote stays as they wrote it.
  'ticket_messages.parts',
  // These use the journal's ids, which keep referring to the original objects.
  'antinuke_restorations.chosen',
  // Numbers of our incidents.
  'antinuke_recoveries.otherIncidents',
])

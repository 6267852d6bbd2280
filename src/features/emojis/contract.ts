import { z } from 'zod'
import { contract, endpoint, field, file, pressKey, settingsForm, snowflake, upload } from '#contract'
import {
  emojiName,
  emojiRoles,
  emojiTypes,
  largestEmoji,
  listedEmoji,
  emojiOrWaiting,
  mostAtOnce,
  removedEmoji,
  slots,
  waitingOrder,
} from './emoji/contract.ts'

const settings = z.object({
  enabled: field
    .toggle('Emojis', { help: 'Emojis are added, renamed and deleted by commands and here.' })
    .default(true),
  counting: field
    .toggle('Count how often emojis are used', {
      help: 'Messages of members that have one, and their reactions, by day and without names.',
    })
    .default(true),
})

const under = '/guild/:guildId/emojis'

export default contract('emojis', {
  title: 'Emojis',
  asks: {
    CreateGuildExpressions: 'to add emojis',
    ManageGuildExpressions: 'to rename and delete emojis that others have added',
  },
  summary: 'The server’s emojis: how often each is used, new ones from a link, a file or another server.',
  words: ['emotes', 'steal emoji', 'emoji slots', 'custom emoji', 'unused emoji', 'emoji usage'],
  icon: 'smile',
  docs: 'Utility',
  page: { path: 'emojis', area: 'AUTOMATION', order: 3 },
  settings,
  forms: {
    emojis: settingsForm({
      summary: 'Saves whether emojis are managed by commands, and whether their use is counted.',
      address: under,
      flag: 'emojisUpdate',
      under: 'emojis',
      settings,
    }),
  },
  endpoints: {
    list: endpoint({
      summary: 'Lists the emojis of the server with their use, the room for more, and recently deleted ones.',
      method: 'GET',
      path: `${under}/list`,
      needs: 'view',
      reply: z.object({
        emojis: z.array(listedEmoji),
        slots: z.object({ static: slots, animated: slots }),
        /** When counting began (Unix ms); null while uses are not counted. */
        countingSince: z.number().nullable(),
        /** Whether Discord tells the bot who added emojis. */
        makersKnown: z.boolean(),
        /** Why none can be added, by the caller or by the bot; null if both can. */
        closed: z.string().nullable(),
        removed: z.array(removedEmoji),
        waiting: z.array(waitingOrder),
      }),
    }),
    add: endpoint({
      summary: 'Adds an emoji from a link to a picture, or from another server’s emoji as written in a message.',
      method: 'POST',
      path: `${under}/add`,
      needs: 'manage',
      permissions: ['CreateGuildExpressions'],
      body: z.object({
        source: z.string().max(2048),
        name: emojiName.optional(),
        roles: emojiRoles.optional(),
        key: pressKey.optional(),
      }),
      reply: emojiOrWaiting,
    }),
    upload: endpoint({
      summary: 'Adds an emoji from a file; without a name, it is named after the file.',
      method: 'POST',
      path: `${under}/file`,
      needs: 'manage',
      permissions: ['CreateGuildExpressions'],
      body: upload({
        fields: z.strictObject({ name: emojiName.optional(), key: pressKey.optional() }),
        maxBytes: largestEmoji,
        types: emojiTypes,
      }),
      reply: emojiOrWaiting,
    }),
    change: endpoint({
      summary: 'Renames an emoji, or changes which roles may use it.',
      method: 'PATCH',
      path: `${under}/:emojiId`,
      needs: 'manage',
      body: z.object({ name: emojiName.optional(), roles: emojiRoles.optional() }),
      reply: emojiOrWaiting,
    }),
    remove: endpoint({
      summary: 'Deletes emojis and keeps their pictures; several only if their number is confirmed.',
      method: 'POST',
      idempotent: 'An emoji that no longer exists is refused.',
      path: `${under}/remove`,
      needs: 'manage',
      body: z.object({
        ids: z
          .array(snowflake)
          .min(1, 'Choose at least one emoji.')
          .max(mostAtOnce, `Delete at most ${mostAtOnce} at once.`),
        confirm: z.int().optional(),
      }),
      reply: z.object({
        removed: z.array(snowflake),
        /** The ones that were not deleted, each with the reason. */
        left: z.array(z.object({ id: snowflake, name: z.string(), why: z.string() })),
      }),
    }),
    restore: endpoint({
      summary: 'Restores a deleted emoji; Discord gives it a new ID.',
      method: 'POST',
      idempotent: 'If it has been restored already, the answer is that emoji.',
      path: `${under}/removed/:emojiId`,
      needs: 'manage',
      permissions: ['CreateGuildExpressions'],
      reply: emojiOrWaiting,
    }),
    forget: endpoint({
      summary: 'Deletes the picture of a deleted emoji, which then cannot be restored.',
      method: 'DELETE',
      path: `${under}/removed/:emojiId`,
      needs: 'manage',
      permissions: ['ManageGuildExpressions'],
      reply: z.object({}),
    }),
    picture: endpoint({
      summary: 'Returns the picture of a deleted emoji.',
      method: 'GET',
      path: `${under}/removed/:emojiId/picture`,
      needs: 'view',
      reply: file(...emojiTypes),
    }),
  },
})

import { z } from 'zod'
import { contract, endpoint, file, limited, snowflake, upload, uploadTypes } from '#contract'
import { guildCore } from '#kernel/contract.ts'
import { messageDraft } from '#kit/message/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { sender } from './sender/contract.ts'

export const mostDrafts = 100
const longestName = 80
/** The number of sent messages per page. */
export const postsPerPage = 25
/** Image types. Files of other types can be sent too, but are not previewed. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

const key = z.string().regex(/^[\w-]{8,40}$/, 'This is not an ID.')
const name = limited(longestName, 'The name')
const by = z.object({ id: snowflake, name: z.string() }).nullable()
/** Unix ms. */
const at = z.number()

/** A draft in the list. */
const listedDraft = z.object({
  id: key,
  name: z.string(),
  /** Its beginning, to recognize it by. */
  summary: z.string(),
  channelId: snowflake.nullable(),
  /** The sent message that it edits; null for a new message. */
  postId: key.nullable(),
  /** Whether only you see it, because it contains text from a channel that others may not see. */
  onlyYou: z.boolean(),
  savedAt: at,
  savedBy: by,
})
export type ListedDraft = z.output<typeof listedDraft>

export const draft = listedDraft.extend({ sender, message: messageDraft, revision: z.int() })
export type Draft = z.output<typeof draft>

export const listedPost = z.object({
  id: key,
  name: z.string(),
  summary: z.string(),
  channelId: snowflake,
  channelName: z.string(),
  messageId: snowflake.nullable(),
  /** The URL of the message in Discord. */
  link: z.string().nullable(),
  /** Discord has not confirmed yet whether it was posted. */
  unsure: z.boolean(),
  /** The message has been deleted in Discord. */
  missing: z.boolean(),
  sender,
  postedAt: at,
  postedBy: by,
  editedAt: at.nullable(),
  editedBy: by,
})
export type ListedPost = z.output<typeof listedPost>

/** A file of a sent message, as stored by Discord. */
const sentFile = z.object({ id: snowflake, filename: z.string(), url: z.string(), type: z.string(), bytes: z.int() })
export type SentFile = z.output<typeof sentFile>

/** A reason why a message cannot be sent. */
const problem = z.object({
  path: z.string().meta({ description: 'The part of the message at fault: `embeds.0.fields.1.value`.' }),
  place: z.string(),
  sentence: z.string(),
})

/** Somebody that a message would ping. */
const ping = z.object({
  kind: z.enum(['everyone', 'role', 'user']),
  /** The id of the role or user; the server's id for everyone. */
  id: snowflake,
  name: z.string(),
  /** How many people that is, if known. */
  members: z.int().nullable(),
  /** Why the caller may not ping them. */
  refusal: z.string().nullable(),
})
export type Ping = z.output<typeof ping>

const pings = z
  .strictObject({
    everyone: z.boolean().default(false),
    roles: z.array(snowflake).max(100).default([]),
    users: z.array(snowflake).max(100).default([]),
  })
  .prefault({})
export type Pings = z.output<typeof pings>

const all = '/guild/:guildId/embeds'

/** An emoji of the server. */
const emoji = z.object({ id: snowflake, name: z.string(), animated: z.boolean() })

export const endpoints = {
  desk: endpoint({
    summary:
      'Returns what messages can name and do: the channels, roles and emoji of the server, and what buttons offer.',
    method: 'GET',
    path: all,
    needs: 'view',
    reply: z.object({
      guild: guildCore,
      emojis: z.array(emoji),
      /** What buttons can do other than showing a text, limited to what the caller may offer. */
      offers: z.array(
        z.object({
          key: z.string().meta({ examples: ['tickets.panel'] }),
          title: z.string(),
          choices: z.array(z.object({ id: z.string(), label: z.string() })),
        }),
      ),
    }),
  }),
  drafts: endpoint({
    summary: 'Lists the drafts of messages, last saved first.',
    method: 'GET',
    path: `${all}/drafts`,
    needs: 'view',
    reply: z.object({ drafts: z.array(listedDraft) }),
  }),
  draft: endpoint({
    summary: 'Returns a draft with its message.',
    method: 'GET',
    path: `${all}/drafts/:draftId`,
    needs: 'view',
    reply: z.object({ draft }),
  }),
  saveDraft: endpoint({
    summary: 'Keeps a draft, or what was changed in one.',
    method: 'POST',
    idempotent: 'The ID is the caller’s: it is the same draft.',
    path: `${all}/drafts`,
    needs: 'manage',
    channels: { channelId: ['ViewChannel'] },
    body: z.object({
      id: key,
      name: name.default(''),
      channelId: snowflake.nullable().default(null),
      sender,
      message: messageDraft,
      postId: key.nullable().default(null),
      onlyYou: z.boolean().default(false),
      /** The revision that it was edited from; 0 for a new draft. */
      revision: z.int().min(0),
    }),
    reply: z.object({ draft }),
  }),
  deleteDraft: endpoint({
    summary: 'Deletes a draft with its files.',
    method: 'DELETE',
    path: `${all}/drafts/:draftId`,
    needs: 'manage',
    free: true,
    reply: z.object({}),
  }),
  check: endpoint({
    summary: 'Says why a message cannot be sent in a channel now, and whom it names.',
    method: 'POST',
    onlyAsks: true,
    path: `${all}/check`,
    needs: 'manage',
    channels: { channelId: ['ViewChannel'] },
    body: z.object({ channelId: snowflake.nullable().default(null), sender, message: messageDraft }),
    reply: z.object({ problems: z.array(problem), pings: z.array(ping) }),
  }),
  send: endpoint({
    summary: 'Sends a message through the bot, or through a webhook of its own. With the same key it is sent once.',
    method: 'POST',
    idempotent: 'What has the same key is sent once.',
    path: `${all}/posts`,
    needs: 'manage',
    channels: { channelId: ['ViewChannel', 'SendMessages'] },
    body: z.object({
      key,
      name: name.default(''),
      channelId: snowflake,
      sender,
      message: messageDraft,
      /** Which of the mentioned roles and users to ping; nobody by default. */
      pings,
      /** The draft that it was sent from, which is then deleted. */
      draftId: key.nullable().default(null),
    }),
    reply: z.object({ post: listedPost }),
  }),
  posts: endpoint({
    summary: 'Lists the messages that were sent and stand in channels that the caller can read, newest first.',
    method: 'GET',
    path: `${all}/posts`,
    needs: 'view',
    query: z.object({
      /** `postedAt` of the last message already loaded. */
      before: z.coerce.number().int().positive().optional(),
      /** Its `id`, because others may have been sent in the same millisecond. */
      beforeId: key.optional(),
    }),
    reply: z.object({ posts: z.array(listedPost), more: z.boolean() }),
  }),
  post: endpoint({
    summary: 'Returns a message that was sent, as it was written, with the files that it has at Discord.',
    method: 'GET',
    path: `${all}/posts/:postId`,
    needs: 'view',
    reply: z.object({ post: listedPost, message: messageDraft, files: z.array(sentFile) }),
  }),
  editPost: endpoint({
    summary: 'Changes a message that was sent, in its place.',
    method: 'PATCH',
    path: `${all}/posts/:postId`,
    needs: 'manage',
    body: z.object({ name: name.default(''), message: messageDraft, draftId: key.nullable().default(null) }),
    reply: z.object({ post: listedPost }),
  }),
  deletePost: endpoint({
    summary: 'Deletes a message that was sent, in Discord too.',
    method: 'DELETE',
    path: `${all}/posts/:postId`,
    needs: 'manage',
    free: true,
    reply: z.object({}),
  }),
  restore: endpoint({
    summary: 'Reads a message by its link, where the bot and the caller may read it.',
    method: 'POST',
    onlyAsks: true,
    path: `${all}/restore`,
    needs: 'manage',
    body: z.object({ link: z.string().trim().min(1, 'Paste the link of a message.').max(500) }),
    reply: z.object({
      /** The message, if it was sent from here and can be edited in place. */
      postId: key.nullable(),
      channelName: z.string(),
      author: z.string(),
      message: messageDraft,
      /** What could not be imported, as sentences. */
      notes: z.array(z.string()),
    }),
  }),
  addFile: endpoint({
    summary: 'Keeps a file for a message that is being written.',
    method: 'POST',
    idempotent: 'The message names its files; one that no draft has is deleted a day later.',
    path: `${all}/files`,
    needs: 'manage',
    body: upload({ fields: z.strictObject({}), maxBytes: limits.fileBytes, types: uploadTypes }),
    reply: z.object({ id: z.string(), filename: z.string(), bytes: z.int() }),
  }),
  picture: endpoint({
    summary: 'Returns a picture that is kept for a message.',
    method: 'GET',
    path: `${all}/files/:fileId`,
    needs: 'view',
    reply: file(...pictureTypes),
  }),
}

export default contract('embeds', {
  title: 'Custom Embeds',
  summary: 'Design an embed and post it anywhere.',
  words: ['announcements', 'message builder', 'discohook', 'webhook', 'buttons'],
  icon: 'panel-top',
  docs: 'Custom Embeds',
  page: { path: 'embeds', name: 'Embeds Configuration', card: 'Custom Embeds', area: 'SERVER MANAGEMENT', order: 4 },
  premium: true,
  endpoints,
})

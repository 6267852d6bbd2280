import type { APIThreadChannel } from 'discord-api-types/v10'
import { MessagesSquare, Plus } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { formatTime } from '#web/ui/discord/time.ts'
import { silence } from '../client/access.ts'
import { byId, type LiveChannel, listOf } from '../client/model.ts'
import { displayName } from '../client/people.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import './forum.css'

const DISCORD_EPOCH = 1_420_070_400_000
const madeAt = (id: string) => Number(BigInt(id) >> 22n) + DISCORD_EPOCH

/** A forum: its posts, newest first, archived ones last, and a form for a new one. */
export function Forum({ channel }: { channel: LiveChannel }) {
  const { session, live, guild, now, go } = useStage()
  const [archived, setArchived] = useState<readonly LiveChannel[]>([])
  const [writing, setWriting] = useState(false)
  useEffect(() => {
    session.rest
      .call<{ threads: APIThreadChannel[] }>('GET', `/channels/${channel.id}/threads/archived/public`)
      .then(({ threads }) => setArchived(threads as LiveChannel[]))
      // Active posts are there without it.
      .catch(() => setArchived([]))
  }, [session, channel.id])
  const active = listOf(live.channels).filter(each => each.parent_id === channel.id)
  const posts = [...active.sort(byId).toReversed(), ...archived.filter(each => !active.some(one => one.id === each.id))]
  const tags = new Map((channel.available_tags ?? []).map(tag => [tag.id, tag.name]))
  return (
    <div className="forum">
      <div className="forum-head">
        <p className="muted">
          {posts.length} {posts.length === 1 ? 'post' : 'posts'}
        </p>
        {silence(live, channel.id, now) === undefined && !writing && (
          <Button variant="primary" size="sm" icon={<Plus aria-hidden />} onClick={() => setWriting(true)}>
            New post
          </Button>
        )}
      </div>
      {writing && <NewPost channel={channel} onClose={() => setWriting(false)} />}
      {posts.length === 0 && !writing && <Empty title="No posts yet">The first post starts a conversation.</Empty>}
      <ul>
        {posts.map(post => (
          <li key={post.id}>
            <button
              type="button"
              onClick={() => {
                // An archived post is not among the live channels until it is opened.
                session.live.set(before => ({
                  ...before,
                  channels: { ...before.channels, [post.id]: { ...post, guild_id: channel.guild_id } },
                }))
                go({ channel: post.id })
              }}
            >
              <MessagesSquare aria-hidden />
              <span>
                <b>{post.name}</b>
                <small>
                  {displayName(live, guild, post.owner_id ?? '') ?? 'Somebody'}, {formatTime(madeAt(post.id), 'D', 0)}
                  {(post.applied_tags ?? [])
                    .map(id => tags.get(id))
                    .filter(Boolean)
                    .map(tag => ` · ${tag}`)}
                  {post.thread_metadata?.archived && ' · archived'}
                </small>
              </span>
              <span className="num muted">{post.message_count ?? 0}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NewPost({ channel, onClose }: { channel: LiveChannel; onClose(): void }) {
  const { session, go, say } = useStage()
  const [name, setName] = useState('')
  const [content, setContent] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const post = await session.rest.call<{ id: string }>('POST', `/channels/${channel.id}/threads`, {
        name,
        message: { content },
      })
      go({ channel: post.id })
    } catch (error) {
      say(sentenceOf(error))
    }
  }
  return (
    <form className="forum-new" onSubmit={event => void submit(event)}>
      <label className="form-field">
        Title
        <input
          className="input"
          required
          maxLength={100}
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </label>
      <label className="form-field">
        Message
        <textarea
          className="input textarea"
          required
          maxLength={2000}
          rows={3}
          value={content}
          onChange={event => setContent(event.target.value)}
        />
      </label>
      <div className="forum-actions">
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" size="sm" type="submit">
          Post
        </Button>
      </div>
    </form>
  )
}

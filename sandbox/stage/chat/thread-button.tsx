import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { has, permission } from '#sandbox/world/permissions.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { isThread, permissionsIn } from '../client/access.ts'
import { kindOf } from '../client/channels.ts'
import type { LiveChannel } from '../client/model.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'

const PUBLIC_THREAD = 11

/** Starts a thread in a text channel. */
export function ThreadButton({ channel }: { channel: LiveChannel }) {
  const { session, live, now, go, say } = useStage()
  const [name, setName] = useState<string>()
  const may =
    !isThread(channel) &&
    (kindOf(channel) === 'text' || kindOf(channel) === 'announcement') &&
    has(permissionsIn(live, channel.id, now), permission.CreatePublicThreads)
  if (!may) return undefined
  const make = async () => {
    try {
      const thread = await session.rest.call<{ id: string }>('POST', `/channels/${channel.id}/threads`, {
        name: name?.trim(),
        type: PUBLIC_THREAD,
      })
      setName(undefined)
      go({ channel: thread.id })
    } catch (error) {
      say(sentenceOf(error))
    }
  }
  return (
    <>
      <IconButton label="New thread" icon={<MessagesSquare aria-hidden />} onClick={() => setName('')} />
      <Dialog
        open={name !== undefined}
        onOpenChange={() => setName(undefined)}
        busy={false}
        title="New thread"
        footer={
          <Button variant="primary" why={(name ?? '').trim() === '' && 'Name it first.'} onClick={() => void make()}>
            Create
          </Button>
        }
      >
        <label className="form-field">
          Name
          <input
            className="input"
            maxLength={100}
            value={name ?? ''}
            onChange={event => setName(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter') void make()
            }}
          />
        </label>
      </Dialog>
    </>
  )
}

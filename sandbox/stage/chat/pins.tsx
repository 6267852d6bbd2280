import type { APIMessage } from 'discord-api-types/v10'
import { Pin } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Message } from '#web/ui/discord/message.tsx'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'

/** The channel's pinned messages, read when they are asked for. */
export function Pins({ channelId }: { channelId: string }) {
  const { session } = useStage()
  const [pins, setPins] = useState<readonly APIMessage[]>()
  const [problem, setProblem] = useState<string>()
  const read = async () => {
    setPins(undefined)
    setProblem(undefined)
    try {
      const { items } = await session.rest.call<{ items: { message: APIMessage }[] }>(
        'GET',
        `/channels/${channelId}/messages/pins`,
      )
      setPins(items.map(item => item.message))
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <Popover.Root onOpenChange={open => open && void read()}>
      <Popover.Trigger asChild>
        <IconButton label="Pinned messages" icon={<Pin aria-hidden />} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="msgs pins"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Pinned messages"
        >
          <h2 className="pins-title">Pinned messages</h2>
          {problem ?? (pins?.length === 0 ? <p className="pins-none">Nothing is pinned here.</p> : undefined)}
          {pins?.map(message => (
            <Message key={message.id} message={message} />
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

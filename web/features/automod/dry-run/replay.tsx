import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { postedAs } from '#contract'
import automod from '#features/automod/contract.ts'
import { call } from '#web/app/api.ts'
import { guildLookup } from '#web/app/preview/guild-lookup.ts'
import { useEmojiAddress } from '#web/app/preview/use-preview.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import { ChannelPicker } from '#web/ui/form/guild-pickers.tsx'
import { Section } from '#web/ui/form/section.tsx'
import type { AutomodForm } from '../use-automod-form.ts'
import { Evidence } from './verdicts.tsx'

type Hit = z.output<typeof automod.endpoints.replay.reply>['hits'][number]

/** How many messages are judged. */
const limit = 100

/** What the settings on the page would have caught in a channel. */
export function Replay({ form }: { form: AutomodForm }) {
  const { guild, guildId } = form
  const emoji = useEmojiAddress()
  const [channelId, setChannelId] = useState<string | null>(null)
  const replay = useMutation({
    mutationFn: (channel: string) =>
      call(automod, 'replay', {
        params: { guildId },
        body: { channelId: channel, limit, settings: postedAs(automod.forms.automod, form.values) },
      }),
  })
  return (
    <Section
      title="Try on a channel"
      purpose={`What these settings would have caught in its last ${limit} messages. Nothing is deleted.`}
      foot={
        <Button
          busy={replay.isPending}
          busyLabel="Reading..."
          why={form.readOnly || (channelId === null && 'Choose a channel first.')}
          onClick={() => channelId !== null && replay.mutate(channelId)}
        >
          Try
        </Button>
      }
    >
      <ChannelPicker
        label="Channel to try"
        channels={guild?.channels ?? []}
        channelTypes={[0, 2, 5, 13]}
        mustWrite={false}
        value={channelId}
        onChange={setChannelId}
      />
      {replay.isError && (
        <Banner tone="danger" title="The channel could not be read.">
          {replay.error.message}
        </Banner>
      )}
      {replay.data && (
        <p className="field-help num" role="status">
          {tally(replay.data)}
        </p>
      )}
      {replay.data && replay.data.hits.length > 0 && (
        <LookupProvider value={{ ...guildLookup(guild), emoji }}>
          <ul className="msgs discord replay">
            {replay.data.hits.map(hit => (
              <li key={hit.messageId}>
                <Caught hit={hit} />
              </li>
            ))}
          </ul>
        </LookupProvider>
      )}
    </Section>
  )
}

/** A message that would have been caught, with the evidence and the rules; or why it would have been left alone. */
function Caught({ hit: { messageId, author, at, content, exempt, verdicts } }: { hit: Hit }) {
  const rules = verdicts.filter(({ state }) => state === 'hit').map(({ title }) => title)
  return (
    <Message
      message={{
        id: messageId,
        author: { id: author.id, username: author.name },
        timestamp: new Date(at).toISOString(),
      }}
      body={<Evidence text={content} verdicts={verdicts} />}
      foot={<p className="replay-why">{exempt ?? rules.join(', ')}</p>}
    />
  )
}

function tally({ judged, hits }: { judged: number; hits: readonly { exempt: string | null }[] }): string {
  const caught = hits.filter(({ exempt }) => exempt === null).length
  const read = judged === 1 ? '1 message read' : `${judged} messages read`
  return caught === 0 ? `${read}, none caught.` : `${read}, ${caught} caught.`
}

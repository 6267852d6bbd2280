import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { postedAs } from '#contract'
import automod, { longestMessage } from '#features/automod/contract.ts'
import { call } from '#web/app/api.ts'
import { guildLookup } from '#web/app/preview/guild-lookup.ts'
import { useEmojiAddress } from '#web/app/preview/use-preview.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import { ChannelPicker, RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { TextArea } from '#web/ui/form/text-input.tsx'
import type { AutomodForm } from '../use-automod-form.ts'
import { Evidence, Verdicts } from './verdicts.tsx'

type Result = z.output<typeof automod.endpoints.test.reply>

/** An id that no account has: the message is from an imaginary member. */
const nobody = '0'

/** What would happen to a message with the settings on the page, saved or not. */
export function Tester({ form }: { form: AutomodForm }) {
  const { guild, guildId } = form
  const [text, setText] = useState('')
  const [channelId, setChannelId] = useState<string | null>(null)
  const [roleIds, setRoleIds] = useState<string[]>([])
  const [times, setTimes] = useState(1)
  const [withFile, setWithFile] = useState(false)
  const test = useMutation({
    mutationFn: () =>
      call(automod, 'test', {
        params: { guildId },
        body: {
          text,
          ...(channelId !== null && { channelId }),
          roleIds,
          times,
          attachments: withFile ? ['picture.png'] : [],
          settings: postedAs(automod.forms.automod, form.values),
        },
      }).then(result => ({ text, withFile, ...result })),
  })
  const impossible = (text.trim() === '' && !withFile) || Number.isNaN(times)
  const inputs = useRef<HTMLDivElement>(null)
  useEnter(inputs, () => {
    if (!impossible) test.mutate()
  })
  return (
    <Section
      title="Test a message"
      purpose="With the settings on this page, saved or not. Nothing is posted."
      className="automod-tester"
    >
      <div className="test-input" ref={inputs}>
        <TextArea
          label="Message"
          value={text}
          onChange={setText}
          max={longestMessage}
          placeholder="What somebody posts"
        />
        <Checkbox label="With a file" value={withFile} onChange={setWithFile} />
        <ChannelPicker
          label="Channel"
          channels={guild?.channels ?? []}
          channelTypes={[0, 2, 5, 13]}
          mustWrite={false}
          none="Any channel"
          value={channelId}
          onChange={setChannelId}
        />
        <RolesPicker
          label="Roles of the member"
          roles={guild?.roles ?? []}
          guildId={guildId}
          value={roleIds}
          onChange={setRoleIds}
          placeholder="None: a new member"
        />
        <NumberInput label="Times in a row" min={1} max={30} value={times} onChange={setTimes} />
      </div>
      <Button
        wide
        busy={test.isPending}
        busyLabel="Testing..."
        why={form.readOnly || (impossible && 'Write a message first.')}
        onClick={() => test.mutate()}
      >
        Test
      </Button>
      {test.isError && (
        <Banner tone="danger" title="The message could not be tested.">
          {test.error.message}
        </Banner>
      )}
      {test.data && <ResultView form={form} result={test.data} />}
    </Section>
  )
}

/** In the search boxes of lists, Enter chooses an entry. */
const plain = new Set(['number', 'checkbox'])

/** Makes Enter in the tester's fields run the test; it would otherwise save the surrounding settings. */
function useEnter(within: RefObject<HTMLElement | null>, act: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || !plain.has(event.target.type)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const element = within.current
    const listener = (event: KeyboardEvent) => onKey(event)
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [within])
}

function ResultView({ form, result }: { form: AutomodForm; result: Result & { text: string; withFile: boolean } }) {
  const heading = useId()
  const emoji = useEmojiAddress()
  const [timestamp] = useState(() => new Date().toISOString())
  const { text, exempt, deleted, strikes, verdicts, outcome } = result
  const found = verdicts.some(({ evidence, state }) => state === 'hit' && evidence.some(one => one.start !== null))
  return (
    <div className="test-result" role="region" aria-labelledby={heading}>
      <h3 className="visually-hidden" id={heading}>
        Result
      </h3>
      <Banner tone={deleted ? 'warning' : 'success'} title={outcome}>
        {exempt}
      </Banner>
      <LookupProvider value={{ ...guildLookup(form.guild), emoji }}>
        <div className="msgs discord">
          <Message
            message={{ id: '1', author: { id: nobody, username: 'member' }, timestamp, content: text }}
            {...(found && { body: <Evidence text={text} verdicts={verdicts} /> })}
          />
        </div>
      </LookupProvider>
      {deleted && (
        <p className="field-help num">
          Strike {strikes.after} of {strikes.limit}
        </p>
      )}
      <Verdicts verdicts={verdicts} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import automod from '#features/automod/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Section } from '#web/ui/form/section.tsx'
import type { AutomodForm } from './use-automod-form.ts'

type NativeRule = z.output<typeof automod.endpoints.native.reply>['rules'][number]

/** How often to poll while a rule is on its way to Discord (ms). */
const waitingMs = 2000

const states = {
  active: { word: 'Active', tone: 'success' },
  waiting: { word: 'Waiting', tone: 'neutral' },
  changed: { word: 'Changed in Discord', tone: 'warning' },
  failed: { word: 'Not active', tone: 'danger' },
} as const satisfies Record<NativeRule['state'], unknown>

/** Discord's own AutoMod, kept in sync: what it takes over, its state, and what it cannot express. */
export function NativeSection({ form }: { form: AutomodForm }) {
  const native = useQuery({
    queryKey: [...guildKey(form.guildId), 'automod', 'native'],
    queryFn: ({ signal }) => call(automod, 'native', { params: { guildId: form.guildId }, signal }),
    enabled: form.values.mirrorNative,
    refetchInterval: ({ state }) => (state.data?.rules.some(rule => rule.state === 'waiting') ? waitingMs : false),
  })
  const { rules = [], left = [] } = native.data ?? {}
  return (
    <Section title="Discord's AutoMod" purpose="Blocks before anybody reads it, and while this bot is offline">
      <FormField of={form.field('mirrorNative')} />
      {form.values.mirrorNative && (
        <>
          {native.isError && <Banner tone="danger" title="The state of Discord's rules could not be loaded." />}
          {rules.length > 0 && (
            <ul className="native-rules">
              {rules.map(({ key, name, state, problem }) => (
                <li key={key}>
                  <span>
                    <b>{name}</b>
                    {problem !== null && <p>{problem}</p>}
                  </span>
                  <Badge tone={states[state].tone}>{states[state].word}</Badge>
                </li>
              ))}
            </ul>
          )}
          {native.data && rules.length === 0 && (
            <p className="field-help">None of Discord's rules is in use yet. Save to create them.</p>
          )}
          {left.length > 0 && (
            <div>
              <p className="field-help">Discord's AutoMod cannot do these, so only this bot does:</p>
              <ul className="native-left">
                {left.map(({ pattern, why }) => (
                  <li key={pattern}>
                    <code className="code">{pattern}</code> {why}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </Section>
  )
}

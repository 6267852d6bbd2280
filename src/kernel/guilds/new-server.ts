import type { z } from 'zod'
import { describeField } from '#contract'
import { switchedOn } from '../events/events.ts'
import type { Feature, Services } from '../feature.ts'
import { valueInWords } from '#kit/setting-words/template.ts'

/** Services for a server in which nobody has changed anything: a switch only reads settings. */
const newServer = {
  settings: { read: (_guildId: string, contract: Feature['contract']) => contract.settings.parse({}) },
} as unknown as Pick<Services, 'settings'>

interface Switched {
  name: string
  title: string
  on: boolean
}

/** Every feature with a switch, and whether it is on in a new server. */
export const switchesAtFirst = (features: readonly Feature[]): Switched[] =>
  features
    .filter(({ parts }) => parts.switch !== undefined)
    .map(feature => ({
      name: feature.contract.name,
      title: feature.contract.title,
      on: switchedOn(newServer, feature, ''),
    }))

interface DefaultSetting {
  label: string
  help?: string
  /** The value in words: 'Off', '24 hours', 'none'. */
  value: string
}

/** A feature's settings in a new server. */
export interface FeatureDefaults {
  title: string
  /** The topic of the documentation that the feature belongs to. */
  topic: string
  settings: readonly DefaultSetting[]
}

/** The default settings of every feature, as far as they have a control on a page. */
export const defaultsInWords = (features: readonly Feature[]): FeatureDefaults[] =>
  features
    .map(({ contract }) => {
      const values: Record<string, unknown> = contract.settings.parse({})
      return {
        title: contract.title,
        topic: contract.docs ?? contract.title,
        settings: Object.entries(contract.settings.shape).flatMap(([key, schema]): DefaultSetting[] => {
          // Every setting is a zod schema; `Object.entries` loses that type.
          const meta = describeField(schema as z.ZodType)
          const value = valueInWords(schema, values[key], () => undefined)
          return meta ? [{ label: meta.label, ...(meta.help && { help: meta.help }), value }] : []
        }),
      }
    })
    .filter(({ settings }) => settings.length > 0)

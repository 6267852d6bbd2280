import { useQuery } from '@tanstack/react-query'
import translation from '#features/translation/contract.ts'
import { readForms } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { Section } from '#web/ui/form/section.tsx'
import { countryNames } from './country-names.ts'
import './translation.css'

const form = translation.forms.translation

/** Which service translates into which languages, which an administrator should know before switching it on. */
export function ServiceSection({ guildId }: { guildId: string }) {
  const { data } = useQuery({
    queryKey: [...guildKey(guildId), 'form', form.address],
    queryFn: ({ signal }) => readForms(form, guildId, signal),
  })
  const view = data?.[form.under]
  if (!view) return null
  const { service, host, languages } = view
  const sentences = {
    off: 'No translation service is set up. The people who run the bot can set one up with TRANSLATE_URL. Until then nothing is translated and nothing is sent anywhere.',
    down: `The translation service at ${host} is not answering right now. Members who react are told so.`,
    ready: `Texts are translated by ${host}: a message that somebody reacts to with a flag is sent there. The bot keeps neither text nor translation.`,
  }
  return (
    <Section title="Service" purpose={service === 'ready' ? `${languages.length} languages` : 'Who translates'}>
      <p>{sentences[service]}</p>
      {languages.length > 0 && (
        <dl className="translation-languages">
          {languages.map(({ name, countries }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{countryNames(countries)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}

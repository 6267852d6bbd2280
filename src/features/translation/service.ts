import { processState, type Services } from '#kernel/feature.ts'
import { countriesWith } from './countries.ts'
import { availableOf, type Language } from './languages.ts'
import { createLibreTranslate } from './libretranslate.ts'
import { type Provider, ProviderError } from './provider.ts'

type Asking = Pick<Services, 'config' | 'now' | 'memory'>

/** The translation service, which caches its languages; undefined if the operator has not set one. */
export const providerOf = processState(({ config, now }: Asking): Provider | undefined => {
  const { url, key } = config.translate
  return url === undefined ? undefined : createLibreTranslate({ url, key, now })
})

const withCountries = (language: Language, offered: readonly Language[]) => ({
  name: language.name,
  countries: countriesWith(wanted => availableOf(wanted, offered).some(({ code }) => code === language.code)),
})

/** The state of the service for the page. 'down': it does not answer. */
export async function serviceStatus(services: Asking) {
  const provider = providerOf(services)
  if (!provider) return { service: 'off' as const, host: null, languages: [] }
  try {
    const offered = await provider.languages()
    const languages = offered.map(language => withCountries(language, offered))
    return { service: 'ready' as const, host: provider.host, languages }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { service: 'down' as const, host: provider.host, languages: [] }
  }
}

import { since } from '#kit/clock.ts'
import { z } from 'zod'
import type { Language } from './languages.ts'
import { type Provider, ProviderError } from './provider.ts'

const timeoutMs = 10_000
/** How long the list of languages is kept (ms); after a failure much shorter, but not so that every page asks again. */
const listKeptMs = 60 * 60_000
const failureKeptMs = 15_000
/** In characters of JSON; a text has at most 2,000. */
const longestAnswer = 100_000

const languageList = z.array(z.object({ code: z.string().max(20), name: z.string().max(60) }))
const translation = z.object({
  translatedText: z.string(),
  detectedLanguage: z.object({ language: z.string().max(20) }).optional(),
})

/**
 * LibreTranslate, or a service with the same API. Source: https://docs.libretranslate.com/api/operations/translate/
 * @param options.url where it is, e.g. `https://translate.example.org`
 * @param options.key its API key, if it needs one
 */
export function createLibreTranslate(options: { url: string; key: string | undefined; now(): number }): Provider {
  const { url, key, now } = options
  let list: { languages: readonly Language[]; at: number } | undefined
  let downAt = -Infinity

  async function ask<T extends z.ZodType>(path: string, shape: T, body?: Record<string, string>): Promise<z.output<T>> {
    const request: RequestInit = { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }
    if (body !== undefined) {
      request.method = 'POST'
      request.headers = { 'content-type': 'application/json' }
      request.body = JSON.stringify({ ...body, ...(key !== undefined && { api_key: key }) })
    }
    try {
      const response = await fetch(`${url}${path}`, request)
      const text = await response.text()
      if (!response.ok || text.length > longestAnswer) throw new ProviderError(`answered ${response.status}`)
      return shape.parse(JSON.parse(text))
    } catch (error) {
      // The original text and the key never appear in error messages.
      throw error instanceof ProviderError ? error : new ProviderError('no usable answer', { cause: error })
    }
  }

  return {
    host: new URL(url).host,
    async languages() {
      if (list && since(list.at, now()) < listKeptMs) return list.languages
      if (since(downAt, now()) < failureKeptMs) throw new ProviderError('did not answer a moment ago')
      try {
        const languages = await ask('/languages', languageList)
        list = { languages, at: now() }
        return languages
      } catch (error) {
        downAt = now()
        throw error
      }
    },
    async translate(text, target) {
      const answer = await ask('/translate', translation, { q: text, source: 'auto', target, format: 'text' })
      return { text: answer.translatedText, source: answer.detectedLanguage?.language }
    },
  }
}

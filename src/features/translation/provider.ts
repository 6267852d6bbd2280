import type { Language } from './languages.ts'

interface Translated {
  text: string
  /** The language that it was in, as a code, where the service says so. */
  source: string | undefined
}

/** A translation service. Another one is another implementation of this. */
export interface Provider {
  /** Who reads the texts: the service's host, for people. */
  host: string
  /** @throws ProviderError */
  languages(): Promise<readonly Language[]>
  /** @param target one of `languages`. @throws ProviderError */
  translate(text: string, target: string): Promise<Translated>
}

/** The service did not do it: it is down, slow, refuses, or answers nonsense. */
export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
  }
}

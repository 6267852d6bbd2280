import type { Language } from './languages.ts'

interface Translated {
  text: string
  /** The source language as a code, if the service says. */
  source: string | undefined
}

/** A translation service. Others can be added by implementing this interface. */
export interface Provider {
  /** The host that the texts are sent to, for display. */
  host: string
  /** @throws ProviderError */
  languages(): Promise<readonly Language[]>
  /** @param target one of `languages`. @throws ProviderError */
  translate(text: string, target: string): Promise<Translated>
}

/** A failure of the service: it is down or slow, refuses, or sends an invalid answer. */
export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
  }
}

import type { RecordedMessage } from '../../record/recorded-message.ts'
import type { TranscriptFacts, TranscriptMessage } from '../contract.ts'

/** Returns a message as the API and the JSON file have it. */
export const structured = ({ files, ...message }: RecordedMessage): TranscriptMessage => ({
  ...message,
  files: files.map(({ id, name, bytes, width, height, type, state, problem }) => ({
    id,
    name,
    bytes,
    width,
    height,
    type,
    kept: state === 'kept',
    problem: state === 'waiting' ? 'It is being copied.' : problem,
  })),
})

/** Yields a transcript as JSON, page by page. */
export async function* asJson(facts: TranscriptFacts, pages: AsyncIterable<RecordedMessage[]>): AsyncIterable<string> {
  yield `{"transcript":${JSON.stringify(facts)},"messages":[`
  let first = true
  for await (const page of pages) {
    if (page.length === 0) continue
    yield `${first ? '\n' : ',\n'}${page.map(message => JSON.stringify(structured(message))).join(',\n')}`
    first = false
  }
  yield ']}\n'
}

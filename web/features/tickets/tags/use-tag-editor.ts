import { useState } from 'react'
import type { Conflict } from '#contract'
import { tagWords, toldTag, type UsedTag } from '#features/tickets/tags/contract.ts'
import { ApiError } from '#web/app/api.ts'
import { drawing } from '#web/app/settings-form/binding.ts'
import type { useTagChanges } from './use-tags.ts'

interface Written {
  text: string
  words: readonly string[]
}
type Key = keyof Written

const keys: readonly Key[] = ['text', 'words']
const splitWords = (typed: string) => typed.split(',').filter(word => word.trim() !== '')
/** As they would be stored. */
const wordsIn = (typed: string): readonly string[] => tagWords.safeParse(splitWords(typed)).data ?? splitWords(typed)
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const drawingOf = (key: string) => drawing(key, toldTag.shape[key as Key])

/** What two people made of one answer, with what is to be chosen where both changed the same. */
export function meet(was: Written, yours: Written, { revision, fields }: Conflict) {
  const theirsOf = (key: Key) => (fields.find(field => field.key === key)?.theirs ?? yours[key]) as string & string[]
  const theirs: Written = { text: theirsOf('text'), words: theirsOf('words') }
  const changed = (side: Written) => keys.filter(key => !same(side[key], was[key]))
  const [mine, others] = [changed(yours), changed(theirs)]
  const both = mine.filter(key => others.includes(key) && !same(yours[key], theirs[key]))
  const [first] = fields
  const joined = [
    ...others
      .filter(key => !mine.includes(key))
      .map(key => ({ key, label: drawingOf(key).label, by: first?.by ?? null, was: was[key], becomes: theirs[key] })),
    ...mine
      .filter(key => !both.includes(key))
      .map(key => ({ key, label: drawingOf(key).label, by: null, was: was[key], becomes: yours[key] })),
  ]
  return {
    theirs,
    merged: { ...theirs, ...Object.fromEntries(mine.map(key => [key, yours[key]])) },
    conflict: {
      revision,
      fields: fields
        .filter(({ key }) => both.some(one => one === key))
        .map(one => ({ ...one, was: was[one.key as Key] })),
      joined,
    } satisfies Conflict,
  }
}

/** An answer as it is written. What somebody else saved meanwhile is joined with it, and asked about where both changed the same. */
export function useTagEditor(
  tag: UsedTag | undefined,
  { save }: ReturnType<typeof useTagChanges>,
  onSaved: () => void,
) {
  const [base, setBase] = useState<Written & { changedAt: number | null }>({
    text: tag?.text ?? '',
    words: tag?.words ?? [],
    changedAt: tag?.changedAt ?? null,
  })
  const [name, setName] = useState(tag?.name ?? '')
  const [text, setText] = useState(base.text)
  const [words, setWords] = useState(base.words.join(', '))
  const [meeting, setMeeting] = useState<ReturnType<typeof meet>>()
  const [again, setAgain] = useState(false)
  const yours: Written = { text, words: wordsIn(words) }
  const show = (written: Written) => {
    setText(written.text)
    setWords(written.words.join(', '))
  }
  const settle = ({ theirs, conflict: { revision } }: ReturnType<typeof meet>, written: Written) => {
    const next = { ...theirs, changedAt: revision }
    setBase(next)
    show(written)
    post(next, written)
  }
  const post = (was: typeof base, written: Written) =>
    save.mutate(
      { name, text: written.text, words: [...written.words], changedAt: was.changedAt },
      {
        onSuccess: onSaved,
        onError(error) {
          if (!(error instanceof ApiError)) return
          // The next save keeps it as a new one.
          if (error.code === 'tickets.tag-deleted') setBase({ ...was, changedAt: null })
          if (error.code !== 'tickets.tag-changed' || !error.conflict) return
          const met = meet(was, written, error.conflict)
          save.reset()
          if (met.conflict.fields.length > 0) {
            setMeeting(met)
            return
          }
          settle(met, met.merged)
        },
      },
    )
  return {
    name,
    setName,
    text,
    setText,
    words,
    setWords,
    typedWords: splitWords(words),
    isChanged: name !== (tag?.name ?? '') || text !== (tag?.text ?? '') || words !== (tag?.words ?? []).join(', '),
    submit: () => {
      setAgain(false)
      post(base, yours)
    },
    conflict: meeting?.conflict,
    conflictForm: {
      guild: undefined,
      conflictAgain: again,
      drawingOf,
      putOff: () => setMeeting(undefined),
      settle: async (chosen: Readonly<Record<string, unknown>>) => {
        if (!meeting) return
        const settled = { ...meeting.merged, ...chosen }
        setMeeting(undefined)
        setAgain(true)
        settle(meeting, settled)
        await Promise.resolve()
      },
    },
  }
}

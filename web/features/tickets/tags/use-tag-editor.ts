import { useState } from 'react'
import type { z } from 'zod'
import type { Conflict } from '#contract'
import { tagWords, toldTag, type UsedTag } from '#features/tickets/tags/contract.ts'
import { ApiError } from '#web/app/api.ts'
import { mergingOf, nobody } from '#web/app/settings-form/merge.ts'
import type { useTagChanges } from './use-tags.ts'

const parts = toldTag.pick({ text: true, words: true })
type Written = z.output<typeof parts>
const tags = mergingOf(parts, toldTag)

const splitWords = (typed: string) => typed.split(',').filter(word => word.trim() !== '')
/** The words as they would be stored. */
const wordsIn = (typed: string): string[] => tagWords.safeParse(splitWords(typed)).data ?? splitWords(typed)

/** Merges two people's versions of one answer, with the fields to choose from where both changed the same. */
export function mergeWritten(was: Written, yours: Written, { revision, fields }: Conflict) {
  const theirsOf = (key: keyof Written) =>
    (fields.find(field => field.key === key)?.theirs ?? yours[key]) as string & string[]
  const theirs: Written = { text: theirsOf('text'), words: theirsOf('words') }
  const { by = nobody, at = 0 } = fields.at(0) ?? {}
  const sides = { was, yours, theirs }
  return { theirs, merged: tags.merge(sides).merged, conflict: tags.conflictOf(sides, by, at, revision) }
}

/**
 * An editor for a ready answer. Changes that somebody else saved in the meantime are merged; where both changed the
 * same field, the user is asked.
 */
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
  const [openConflict, setOpenConflict] = useState<ReturnType<typeof mergeWritten>>()
  const [again, setAgain] = useState(false)
  const yours: Written = { text, words: wordsIn(words) }
  const show = (written: Written) => {
    setText(written.text)
    setWords(written.words.join(', '))
  }
  const settle = ({ theirs, conflict: { revision } }: ReturnType<typeof mergeWritten>, written: Written) => {
    const next = { ...theirs, changedAt: revision }
    setBase(next)
    show(written)
    post(next, written)
  }
  const post = (was: typeof base, written: Written) =>
    save.mutate(
      { name, text: written.text, words: written.words, changedAt: was.changedAt },
      {
        onSuccess: onSaved,
        onError(error) {
          if (!(error instanceof ApiError)) return
          // The next save stores it as a new one.
          if (error.code === 'tickets.tag-deleted') setBase({ ...was, changedAt: null })
          if (error.code !== 'tickets.tag-changed' || !error.conflict) return
          const met = mergeWritten(was, written, error.conflict)
          save.reset()
          if (met.conflict.fields.length > 0) {
            setOpenConflict(met)
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
    conflict: openConflict?.conflict,
    conflictForm: {
      guild: undefined,
      conflictAgain: again,
      schemaOf: tags.schemaOf,
      closeConflict: () => setOpenConflict(undefined),
      settle: async (chosen: Readonly<Record<string, unknown>>) => {
        if (!openConflict) return
        const settled = { ...openConflict.merged, ...chosen }
        setOpenConflict(undefined)
        setAgain(true)
        settle(openConflict, settled)
        await Promise.resolve()
      },
    },
  }
}

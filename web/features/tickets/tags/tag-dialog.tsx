import { useState } from 'react'
import { longestTag, tagName, tagText, tagWords, type UsedTag } from '#features/tickets/tags/contract.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import type { useTagChanges } from './use-tags.ts'

const splitWords = (typed: string) => typed.split(',').filter(word => word.trim() !== '')

/** The first thing that is wrong, once something was typed. */
const problemIn = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
): string | undefined => schema.safeParse(value).error?.issues[0]?.message

/** Makes an answer, or changes one. */
export function TagDialog({
  tag,
  changes: { save },
  onClose,
}: {
  /** The one that is changed; undefined for a new one. */
  tag: UsedTag | undefined
  changes: ReturnType<typeof useTagChanges>
  onClose: () => void
}) {
  const start = { name: tag?.name ?? '', text: tag?.text ?? '', words: tag?.words.join(', ') ?? '' }
  const [name, setName] = useState(start.name)
  const [text, setText] = useState(start.text)
  const [words, setWords] = useState(start.words)
  const problems = {
    name: problemIn(tagName, name),
    text: problemIn(tagText, text),
    words: problemIn(tagWords, splitWords(words)),
  }
  const invalid = Object.values(problems).some(problem => problem !== undefined)
  const close = () => {
    if (save.isPending) return
    save.reset()
    onClose()
  }
  const submit = () =>
    save.mutate({ name, text, words: splitWords(words), changedAt: tag?.changedAt ?? null }, { onSuccess: onClose })
  return (
    <EditDialog
      size="medium"
      changed={name !== start.name || text !== start.text || words !== start.words}
      onClose={close}
      title={tag ? `Edit ${tag.name}` : 'New answer'}
      footer={
        <>
          <Button onClick={close} disabled={save.isPending}>
            Cancel
          </Button>
          <Button variant="primary" onClick={submit} disabled={invalid} busy={save.isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <div className="tag-form">
        {save.isError && <Banner tone="danger" title={save.error.message} />}
        <TextInput
          label="Name"
          placeholder="refund"
          max={32}
          value={name}
          onChange={setName}
          disabled={tag !== undefined}
          help={tag ? 'What the team types stays as it is.' : 'What the team types: .tag refund'}
          error={name === '' ? undefined : problems.name}
        />
        <TextArea
          label="Answer"
          rows={5}
          max={longestTag}
          value={text}
          onChange={setText}
          help="{member}, {agent}, {server}, {number} and {panel} are filled in. Nobody is pinged."
          error={text === '' ? undefined : problems.text}
        />
        <TextInput
          label="Suggested for"
          placeholder="refund, money back"
          value={words}
          onChange={setWords}
          help="Words of members, separated by commas. It then stands first in the list; nobody is answered by itself."
          error={problems.words}
        />
      </div>
    </EditDialog>
  )
}

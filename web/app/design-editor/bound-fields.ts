/** A design that is being edited. */
interface Editing<D> {
  design: D
  change(patch: Partial<D>): void
  problems: Readonly<Partial<Record<string, string>>>
  /** The saved design, and what does not work about it. */
  stored?: { id: string; problems?: readonly { field: string; sentence: string }[] } | undefined
}

/** The props of a control that edits one field of a design: spread them on a control that fits the value's type. */
export const boundFields =
  <D extends object>({ design, change, problems, stored }: Editing<D>, disabled: boolean) =>
  <K extends keyof D & string>(key: K) => ({
    name: key,
    value: design[key],
    // TypeScript widens a computed key to any string.
    onChange: (value: D[K]) => change({ [key]: value } as unknown as Partial<D>),
    /** Why it cannot be saved, or does not work as saved. */
    error: problems[key] ?? stored?.problems?.find(({ field }) => field === key)?.sentence,
    disabled,
  })

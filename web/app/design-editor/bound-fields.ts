/** A design as it is edited. */
interface Editing<D> {
  design: D
  change(patch: Partial<D>): void
  problems: Readonly<Partial<Record<string, string>>>
  /** As it is saved, and what does not work of it. */
  stored?: { id: string; problems?: readonly { field: string; sentence: string }[] } | undefined
}

/** What a control takes that edits a field of a design: spread it on one that fits the value's type. */
export const boundFields =
  <D extends object>({ design, change, problems, stored }: Editing<D>, disabled: boolean) =>
  <K extends keyof D & string>(key: K) => ({
    name: key,
    value: design[key],
    // TypeScript takes a computed key for any there may be.
    onChange: (value: D[K]) => change({ [key]: value } as unknown as Partial<D>),
    /** Why it cannot be saved, or does not work as it is. */
    error: problems[key] ?? stored?.problems?.find(({ field }) => field === key)?.sentence,
    disabled,
  })

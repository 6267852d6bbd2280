import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'

/**
 * The values of an editor, which takes what was loaded only once a page has been drawn: until then what was loaded, or it
 * would be a page of defaults.
 * @param loaded undefined until it is
 * @param of whose values they are
 */
export function useTaken(control: Control, loaded: object | undefined, of: string): unknown {
  const edited = useWatch({ control })
  const [taken, setTaken] = useState<string>()
  useEffect(() => {
    // After the editor's own effects.
    if (loaded !== undefined) queueMicrotask(() => setTaken(of))
  }, [loaded, of])
  return loaded === undefined || taken === of ? edited : loaded
}

import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'

/**
 * The values of an editor. The editor takes loaded values only after the page has rendered once; until then this
 * returns the loaded values, as the page would otherwise render defaults.
 * @param loaded undefined until loaded
 * @param of identifies the object whose values they are, such as a guild
 */
export function useEditorValues(control: Control, loaded: object | undefined, of: string): unknown {
  const edited = useWatch({ control })
  const [taken, setTaken] = useState<string>()
  useEffect(() => {
    // After the editor's own effects have run.
    if (loaded !== undefined) queueMicrotask(() => setTaken(of))
  }, [loaded, of])
  return loaded === undefined || taken === of ? edited : loaded
}

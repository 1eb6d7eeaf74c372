/** A module of the page's script, run here; `T` says what it exports. */
export async function clientModule<T>(file: string): Promise<T> {
  return (await import(new URL(`../../master/report/client/${file}`, import.meta.url).href)) as T;
}

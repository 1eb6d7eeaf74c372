/** Loads a module of the page script here. `T` is the type of its exports. */
export async function clientModule<T>(file: string): Promise<T> {
  return (await import(new URL(`../../master/report/client/${file}`, import.meta.url).href)) as T;
}

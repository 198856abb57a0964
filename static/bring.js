/* Brings a module when it is wanted. A browser may remember that one could not be had: another
   address asks anew. */
let failed = 0;

export async function bring(address) {
  try {
    return await import(failed ? `${address}?${failed}` : address);
  } catch (why) {
    failed += 1;
    throw why;
  }
}

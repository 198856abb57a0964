/* One stroke of a bell, at this moment of the page's own sound, so high. */
export function strike(audio, at, high = 880) {
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = high;
  loud.gain.setValueAtTime(0.5, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + 1.2);
  tone.connect(loud).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 1.2);
}

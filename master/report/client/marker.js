import { valueAt } from './sample.js';

/**
 * Marks the time of the clock in a plot: a vertical line, and a dot on every visible curve. Returns
 * a function that positions them.
 * @param {uPlot} chart
 * @param {import('./plot.js').Line[]} lines
 * @param {import('./clock.js').Clock} clock
 */
export function createMarker(chart, lines, clock) {
  const stroke = document.createElement('div');
  stroke.className = 'marker';
  const dots = lines.map((line) => {
    const dot = document.createElement('div');
    dot.className = `dot c${line.colour}`;
    return dot;
  });
  chart.over.append(stroke, ...dots);

  return () => {
    const time = clock.time.get();
    const { clientWidth: width, clientHeight: height } = chart.over;
    const x = chart.valToPos(time, 'x');
    const inside = x >= 0 && x <= width;
    stroke.hidden = !inside;
    stroke.style.transform = `translateX(${x}px)`;
    for (const [place, dot] of dots.entries()) {
      const { scale = 'y' } = chart.series[place + 1];
      const y = chart.valToPos(valueAt(lines[place].samples, time), scale);
      dot.hidden = !(inside && chart.series[place + 1].show && y >= 0 && y <= height);
      if (!dot.hidden) dot.style.transform = `translate(${x}px, ${y}px)`;
    }
  };
}

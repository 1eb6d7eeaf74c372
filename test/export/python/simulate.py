# Runs a unit in FMPy: simulate.py <unit.fmu> <step> <steps> <file of outputs>. Prints what validation finds, one a line;
# writes all outputs as binary doubles, a row for each communication point.
import sys
import numpy
import fmpy
from fmpy.validation import validate_fmu

unit, step, steps, to = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
for problem in validate_fmu(unit):
    print(problem)
names = [v.name for v in fmpy.read_model_description(unit).modelVariables if v.causality == 'output' and v.type in ('Real', 'Float64')]
rows = fmpy.simulate_fmu(
    unit, start_time=0, stop_time=step * steps, step_size=step, output_interval=step, output=names
)
columns = [rows[name].reshape(len(rows), -1) for name in rows.dtype.names if name != 'time']
numpy.concatenate(columns, axis=1).astype('<f8').tofile(to)

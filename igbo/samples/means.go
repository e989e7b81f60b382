package samples

// Means accumulates the means of columns over several views, such as the parts of a file. The zero value has no
// rows.
type Means struct {
	values []float64
	rows   float64
}

// Add adds the rows of a view. All views must have the same columns.
func (m *Means) Add(v View) {
	if m.values == nil {
		m.values = make([]float64, v.Width())
	}
	var row []float64
	for i := range v.Rows() {
		m.rows++
		row = v.Row(i, row)
		for k, x := range row {
			m.values[k] += (x - m.values[k]) / m.rows
		}
	}
}

// Values returns the mean of each column, or nil before the first view.
func (m *Means) Values() []float64 { return m.values }

package shortcut

// developmentConfig returns the centres with each method at every strength, on the draws from which the
// strengths were chosen.
func developmentConfig() Config {
	c := Config{Test: 400, Seeds: 8, Around: 8, Seed0: 1000, Level: 0.95}
	for _, s := range networks() {
		for _, m := range tried(s.Network) {
			row := Method{Name: m.Name()}
			for _, setting := range m.Settings() {
				row.Strengths = append(row.Strengths, setting.Strength)
			}
			s.Methods = append(s.Methods, row)
		}
		c.Settings = append(c.Settings, centre(s))
	}
	return c
}

package compression

// developmentConfig returns the centre with every weight decay, on the draws from which they were chosen.
func developmentConfig() Config {
	c := centre()
	c.Seeds, c.Seed0 = 8, 1000
	for i, s := range c.Students {
		for _, m := range methods(s.Network) {
			row := Method{Name: m.Name()}
			for _, setting := range m.Settings() {
				row.Decays = append(row.Decays, setting.Strength)
			}
			c.Students[i].Methods = append(c.Students[i].Methods, row)
		}
	}
	return c
}

import MatchmarkCore
package import MatchmarkSession

extension FixtureCorpus {
  /// What an app over this corpus chooses about its search field.
  package var settings: SessionSettings {
    var settings = SessionSettings()
    if name == FixtureCorpora.plans.name {
      settings.conversions = [
        ("bu", "business"), ("tr", "travel"), ("sh", "shopping"),
      ].map { trigger, value in
        ConversionRule(trigger: trigger, token: SearchToken(facet: "plan", value: value))
      }
    }
    return settings
  }
}

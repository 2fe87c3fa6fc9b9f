// SwiftUI does not exist on Linux, so this project's tests only parse this file.
#if canImport(SwiftUI)
  import SwiftUI

  struct TitleListView: View {
    @State var list: TitleList

    var body: some View {
      NavigationStack {
        List(list.matches) { Text($0.title) }
          .overlay {
            if list.matches.isEmpty { ContentUnavailableView.search(text: list.text) }
          }
          .navigationTitle("Plants")
          .searchable(text: $list.text)
      }
    }
  }
#endif
